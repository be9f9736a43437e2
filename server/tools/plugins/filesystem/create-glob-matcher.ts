const MAX_ALTERNATIVES = 32

/**
 * A test of workspace paths for a pattern with `*`, `?`, `**` and one `{a,b}`, without regard to case.
 * A pattern without `/` looks at the name alone; one without any wildcard finds names that contain it.
 * Not built on regular expressions, as glob libraries are: a model's `*a*a*a*a*b` would stop the server.
 */
export function createGlobMatcher(pattern: string): (path: string) => boolean {
  const wanted = pattern.toLowerCase().replace(/^(?:\.?\/)+/, '')
  const widened = /[*?{]/.test(wanted) || wanted.includes('/') ? wanted : `*${wanted}*`
  const alternatives = expandBraces(widened).map(text => text.split('/').map(segment => [...segment]))
  return (path) => {
    const segments = path.toLowerCase().split('/').map(segment => [...segment])
    return alternatives.some(parts => matchesSegments(parts.length === 1 ? segments.slice(-1) : segments, parts))
  }
}

function expandBraces(pattern: string): string[] {
  const group = /\{([^{}]*)\}/.exec(pattern)
  if (!group?.[1]) return [pattern]
  const [before, after] = [pattern.slice(0, group.index), pattern.slice(group.index + group[0].length)]
  return group[1].split(',').slice(0, MAX_ALTERNATIVES).map(choice => before + choice + after)
}

function matchesSegments(segments: readonly string[][], parts: readonly string[][]): boolean {
  return matchesSequence(segments, parts, {
    isAnyRun: part => part.join('') === '**',
    matchesOne: (segment, part) => matchesSequence(segment, part, {
      isAnyRun: character => character === '*',
      matchesOne: (character, wanted) => wanted === '?' || wanted === character,
    }),
  })
}

interface SequenceRules<Item, Part> {
  readonly isAnyRun: (part: Part) => boolean
  readonly matchesOne: (item: Item, part: Part) => boolean
}

/** Goes back to the last any-run only: items × parts steps at worst, where recursion would be exponential. */
function matchesSequence<Item, Part>(items: readonly Item[], parts: readonly Part[], rules: SequenceRules<Item, Part>): boolean {
  let [itemAt, partAt, runAt, runItemAt] = [0, 0, -1, 0]
  while (itemAt < items.length) {
    const [item, part] = [items[itemAt], parts[partAt]]
    if (part !== undefined && rules.isAnyRun(part)) [runAt, runItemAt, partAt] = [partAt, itemAt, partAt + 1]
    else if (item !== undefined && part !== undefined && rules.matchesOne(item, part)) [itemAt, partAt] = [itemAt + 1, partAt + 1]
    else if (runAt >= 0) [runItemAt, itemAt, partAt] = [runItemAt + 1, runItemAt + 1, runAt + 1]
    else return false
  }
  return parts.slice(partAt).every(rules.isAnyRun)
}
