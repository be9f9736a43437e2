import { stringifyWellFormed } from '../request/well-formed'
import type { ToolDialect } from './tool-dialect'
import type { ToolForm } from './tool-form'

/** How many names a tool may have gone by before the earlier ones are forgotten. */
const MAX_NAMES = 8

/** A tool under this name, with its JSON text. */
export function toWireTool<Wire>(form: ToolForm, name: string, dialect: ToolDialect<Wire>): { readonly wire: Wire, readonly text: string } {
  const known = form.wires.get(name)
  if (known) return known as { readonly wire: Wire, readonly text: string } // a form belongs to one dialect
  const wire = dialect.toWire({ name, description: form.description, schema: form.schema, isStrict: form.isStrict })
  const made = { wire, text: stringifyWellFormed(wire) }
  if (form.wires.size >= MAX_NAMES) form.wires.clear()
  form.wires.set(name, made)
  return made
}
