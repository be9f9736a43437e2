/** One event of a vendor as a row: what kind it is, and its text in short. */
export interface WireEventRow {
  readonly kind: string
  readonly brief: string
  /** The event as JSON; the text itself when it is none. */
  readonly value: unknown
}

const BRIEF_CHARACTERS = 160

/** Events repeat fields of the one before, so a row shows only what is new. */
export function toWireEventRows(events: readonly string[]): readonly WireEventRow[] {
  const values = events.map(parseOrText)
  return values.map((value, index) => ({ kind: kindOf(value), brief: briefOf(value, values[index - 1]).slice(0, BRIEF_CHARACTERS), value }))
}

function briefOf(value: unknown, before: unknown): string {
  if (!isObject(value)) return typeof value === 'string' ? value : JSON.stringify(value)
  const known = isObject(before) ? before : {}
  const news = Object.entries(value).filter(([key, field]) => !NAMES.includes(key) && JSON.stringify(field) !== JSON.stringify(known[key]))
  return JSON.stringify(Object.fromEntries(news))
}

function parseOrText(text: string): unknown {
  try {
    return JSON.parse(text)
  }
  catch {
    return text
  }
}

/** Vendors name an event in one of these. */
const NAMES: readonly string[] = ['type', 'event', 'object']

/** Where no field names it, the first one says most. */
function kindOf(value: unknown): string {
  if (!isObject(value)) return 'text'
  const named = NAMES.map(field => value[field]).find(name => typeof name === 'string')
  return named ?? Object.keys(value)[0] ?? 'empty'
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
