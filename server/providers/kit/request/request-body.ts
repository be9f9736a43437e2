import { stringifyWellFormed } from './well-formed'

/**
 * A request body as JSON text, its fields in their order. `texts` holds fields that exist as JSON text already, such as a
 * list of tools that is the same in every step: they are neither written again nor copied here.
 */
export function composeRequestBody(wire: object, texts: Readonly<Record<string, string | undefined>> = {}): string {
  let fields = ''
  for (const [name, value] of Object.entries(wire)) {
    if (value === undefined) continue
    fields += `${fields === '' ? '' : ','}${JSON.stringify(name)}:${texts[name] ?? stringifyWellFormed(value)}`
  }
  return `{${fields}}`
}
