/**
 * A request body as JSON text. `texts` holds fields that exist as JSON text already, such as a list of tools that is the
 * same in every step: they take the place of the fields of their names, and are not written again.
 */
export function composeRequestBody(wire: object, texts: Readonly<Record<string, string | undefined>> = {}): string {
  const written = Object.entries(texts).filter((entry): entry is [string, string] => entry[1] !== undefined && entry[0] in wire)
  if (written.length === 0) return JSON.stringify(wire)
  const others = JSON.stringify({ ...wire, ...Object.fromEntries(written.map(([name]) => [name, undefined])) })
  const fields = written.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(',')
  return others === '{}' ? `{${fields}}` : `${others.slice(0, -1)},${fields}}`
}
