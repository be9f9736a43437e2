import { createHash } from 'node:crypto'

/** What a vendor allows in a tool name. */
export interface NameRule {
  /** Matches one allowed character. */
  readonly allowed: RegExp
  /** Matches an allowed first character, where that is narrower. */
  readonly first?: RegExp
  readonly maxLength: number
}

/** Names of one request in both directions. Reversible by table, never by parsing the wire name. */
export interface ToolNameMap {
  toWire(name: string): string
  /** A name that was never sent comes back unchanged: the model made it up. */
  fromWire(wireName: string): string
}

const HASH_CHARACTERS = 8

/**
 * Deterministic and injective over the set: a name that fits stays as it is; any other keeps a readable head and gets
 * a hash of the whole, so that two names never meet after mapping.
 */
export function createToolNameMap(names: Iterable<string>, rule: NameRule): ToolNameMap {
  const forward = new Map<string, string>()
  const backward = new Map<string, string>()
  const fitting = [...names].filter(name => fits(name, rule))
  // Names that fit go first: an altered one must not take the name of a tool that bears it truly.
  for (const name of [...fitting, ...names]) add(name)

  function add(name: string): string {
    const known = forward.get(name)
    if (known !== undefined) return known
    let wireName = fits(name, rule) ? name : alter(name, rule, 0)
    for (let round = 1; backward.has(wireName); round += 1) wireName = alter(name, rule, round)
    forward.set(name, wireName)
    backward.set(wireName, name)
    return wireName
  }

  return { toWire: add, fromWire: wireName => backward.get(wireName) ?? wireName }
}

function fits(name: string, { allowed, first = allowed, maxLength }: NameRule): boolean {
  return name.length > 0 && name.length <= maxLength && first.test(name.charAt(0)) && [...name].every(character => allowed.test(character))
}

function alter(name: string, { allowed, first = allowed, maxLength }: NameRule, round: number): string {
  const hash = createHash('sha256').update(`${round}:${name}`).digest('hex').slice(0, HASH_CHARACTERS)
  const readable = [...name].map(character => allowed.test(character) ? character : '_').join('')
  const head = first.test(readable.charAt(0)) ? readable : `t_${readable}`
  return `${head.slice(0, maxLength - HASH_CHARACTERS - 1)}_${hash}`
}
