import type { JsonSchema } from '#shared/tool'
import type { NormalSchema } from './normalise-schema'
import { isSchema } from './schema-node'
import { createToolNameMap, type NameRule, type ToolNameMap } from '../tool-names'

/** Names that a dialect takes for all properties of a tool; absent when all of them may stay as they are. */
export function createPropertyNames(normal: NormalSchema, root: JsonSchema, rule: NameRule | undefined): ToolNameMap | undefined {
  if (!rule) return undefined
  const names = new Set<string>()
  for (const schema of [root, ...normal.definitions.values()]) collectPropertyNames(schema, names)
  const map = createToolNameMap(names, rule)
  return [...names].some(name => map.toWire(name) !== name) ? map : undefined
}

/** More than needed does no harm: a list of values may hold an object that looks like a schema. */
function collectPropertyNames(schema: JsonSchema, names: Set<string>): void {
  const pending: unknown[] = [schema]
  while (pending.length > 0) {
    const node = pending.pop()
    if (typeof node !== 'object' || node === null) continue
    if (isSchema(node) && isSchema(node.properties)) for (const name of Object.keys(node.properties)) names.add(name)
    for (const value of Object.values(node)) pending.push(value)
  }
}
