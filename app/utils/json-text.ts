export interface JsonToken { readonly kind: 'key' | 'string' | 'literal' | 'other', readonly text: string }

const TOKEN = /("(?:\\.|[^"\\])*"?)(\s*:)?|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)|[^"\d\-tfn]+|./gs

/** Splits JSON text for colouring. Text that is not JSON, or is not finished, comes out whole all the same. */
export function jsonTokens(text: string): readonly JsonToken[] {
  return [...text.matchAll(TOKEN)].map(([whole, string, colon, literal]) => {
    if (string !== undefined) return { kind: colon === undefined ? 'string' : 'key', text: whole }
    return { kind: literal === undefined ? 'other' : 'literal', text: whole }
  })
}

/** One line of pretty JSON. A line that opens an object or a list knows where that ends. */
export interface JsonLine {
  readonly depth: number
  readonly text: string
  /** Index of the closing line. */
  readonly end?: number
  /** How many fields or items are inside. */
  readonly count?: number
}

/** Lines above which a document starts folded. */
const SHORT_DOCUMENT = 120
const FOLDED_FROM_DEPTH = 2
const FOLDED_FROM_LINES = 6

export function toJsonLines(value: unknown): readonly JsonLine[] {
  const lines: JsonLine[] = []
  addValue(lines, value, { depth: 0, before: '', after: '' })
  return lines
}

interface Place { readonly depth: number, readonly before: string, readonly after: string }

function addValue(lines: JsonLine[], value: unknown, { depth, before, after }: Place): void {
  const entries = listEntries(value)
  if (!entries?.length) {
    lines.push({ depth, text: before + (JSON.stringify(value) ?? 'null') + after })
    return
  }
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  const start = lines.push({ depth, text: before + open }) - 1
  entries.forEach(
    ([name, inner], index) => addValue(lines, inner, { depth: depth + 1, before: name, after: index < entries.length - 1 ? ',' : '' }),
  )
  const end = lines.push({ depth, text: close + after }) - 1
  lines[start] = { depth, text: before + open, end, count: entries.length }
}

function listEntries(value: unknown): readonly (readonly [string, unknown])[] | undefined {
  if (Array.isArray(value)) return value.map((item: unknown) => ['', item] as const)
  if (typeof value !== 'object' || value === null) return undefined
  return Object.entries(value).map(([key, inner]: [string, unknown]) => [`${JSON.stringify(key)}: `, inner] as const)
}

const HINT_CHARACTERS = 48

/** Which of many alike a folded object is: its name or role, else its first line. */
export function foldHint(lines: readonly JsonLine[], index: number): string {
  const inside = lines.slice(index + 1, Math.min(lines[index]?.end ?? index, index + FOLDED_FROM_LINES))
  const telling = inside.find(line => /^"(?:name|role)": "/.test(line.text)) ?? inside.find(line => line.end === undefined)
  const text = telling?.text.replace(/,$/, '') ?? ''
  return text.length > HINT_CHARACTERS ? `${text.slice(0, HINT_CHARACTERS)}…` : text
}

/** What is folded at first: in a long document everything below its first two levels that is worth it. */
export function foldAtFirst(lines: readonly JsonLine[]): ReadonlySet<number> {
  if (lines.length <= SHORT_DOCUMENT) return new Set()
  return new Set(lines.flatMap(
    ({ depth, end }, index) => end !== undefined && depth >= FOLDED_FROM_DEPTH && end - index >= FOLDED_FROM_LINES ? index : [],
  ))
}

/** Indexes of the lines to show: what is not inside a fold, or, while searching, each match with what it is inside of. */
export function visibleLines(lines: readonly JsonLine[], folded: ReadonlySet<number>, search: string): readonly number[] {
  return search ? findMatches(lines, search.toLowerCase()) : skipFolds(lines, folded)
}

function skipFolds(lines: readonly JsonLine[], folded: ReadonlySet<number>): readonly number[] {
  const shown: number[] = []
  for (let index = 0; index < lines.length; index += 1) {
    shown.push(index)
    if (folded.has(index)) index = lines[index]?.end ?? index
  }
  return shown
}

function findMatches(lines: readonly JsonLine[], wanted: string): readonly number[] {
  const shown = new Set<number>()
  const around: number[] = []
  lines.forEach((line, index) => {
    while (around.length > 0 && (lines[around.at(-1) ?? 0]?.end ?? 0) < index) around.pop()
    if (line.text.toLowerCase().includes(wanted)) for (const shownIndex of [...around, index]) shown.add(shownIndex)
    if (line.end !== undefined) around.push(index)
  })
  return [...shown].sort((left, right) => left - right)
}
