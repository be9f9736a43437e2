/**
 * A request body as JSON text, its fields in their order. `texts` holds fields that exist as JSON text already, such as a
 * list of tools that is the same in every step: they are not written again.
 */
export function composeRequestBody(wire: object, texts: Readonly<Record<string, string | undefined>> = {}): string {
  const fields = Object.entries(wire).filter(([, value]) => value !== undefined)
  return `{${fields.map(([name, value]) => `${JSON.stringify(name)}:${texts[name] ?? JSON.stringify(value)}`).join(',')}}`
}
