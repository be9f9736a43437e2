const MAX_LENGTH = 72

/** The few words of a call's arguments that tell two calls apart in one line; empty when there are none. */
export function toolArgumentHint(input: Readonly<Record<string, unknown>> | null): string {
  const values = Object.values(input ?? {}).filter(isScalar).map(value => String(value).replace(/\s+/g, ' ').trim()).filter(Boolean)
  const hint = values.slice(0, 2).join(' · ')
  return hint.length > MAX_LENGTH ? `${hint.slice(0, MAX_LENGTH - 1)}…` : hint
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}
