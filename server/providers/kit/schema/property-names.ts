import type { JsonSchema } from '#shared/tool'
import { createToolNameMap } from '../tool-names'
import { readReferenceName } from './find-recursion'
import type { NormalSchema } from './normalise-schema'
import type { PropertyRule } from './schema-dialect'
import { isSchema, readSchemas } from './schema-node'

/** The properties of one tool by the names that a dialect takes, and back, by table. A name without an entry stays as it is. */
export interface PropertyNames {
  readonly scope: PropertyRule['scope']
  toWire(name: string): string
  fromWire(wireName: string): string
}

/** Absent when all names may stay as they are. */
export function createPropertyNames(normal: NormalSchema, rule: PropertyRule | undefined): PropertyNames | undefined {
  if (!rule) return undefined
  const all = collectPropertyNames([normal.root, ...normal.definitions.values()])
  const ruled = rule.scope === 'all' ? all : collectOwnNames(normal)
  // Apart from every name in the schema, not only from the ruled ones: a union may allow the arguments or another object.
  const map = createToolNameMap(all, rule)
  if ([...ruled].every(name => map.toWire(name) === name)) return undefined
  return {
    scope: rule.scope,
    toWire: name => ruled.has(name) ? map.toWire(name) : name,
    fromWire: wireName => ruled.has(map.fromWire(wireName)) ? map.fromWire(wireName) : wireName,
  }
}

/** More than needed does no harm: a list of values may hold an object that looks like a schema. */
function collectPropertyNames(schemas: readonly JsonSchema[]): Set<string> {
  const names = new Set<string>()
  const pending: unknown[] = [...schemas]
  while (pending.length > 0) {
    const node = pending.pop()
    if (typeof node !== 'object' || node === null) continue
    if (isSchema(node) && isSchema(node.properties)) for (const name of Object.keys(node.properties)) names.add(name)
    for (const value of Object.values(node)) pending.push(value)
  }
  return names
}

/** Keywords whose schemas speak of the same object as the schema around them. */
export const SAME_OBJECT_KEYWORDS: ReadonlySet<string> = new Set([
  'anyOf', 'oneOf', 'allOf', 'if', 'then', 'else', 'not', 'dependentSchemas',
])

/** Names of the arguments themselves, wherever they are described: in the root, its unions and conditions, and what these refer to. */
function collectOwnNames({ root, definitions }: NormalSchema): Set<string> {
  const names = new Set<string>()
  const seen = new Set<unknown>()
  const pending: unknown[] = [root]
  while (pending.length > 0) {
    const node = pending.pop()
    if (!isSchema(node) || seen.has(node)) continue
    seen.add(node)
    if (isSchema(node.properties)) for (const name of Object.keys(node.properties)) names.add(name)
    if (typeof node.$ref === 'string') pending.push(definitions.get(readReferenceName(node.$ref)))
    for (const keyword of SAME_OBJECT_KEYWORDS) {
      const value = node[keyword]
      pending.push(
        ...(keyword === 'dependentSchemas' && isSchema(value) ? Object.values(value) : Array.isArray(value) ? readSchemas(value) : [value]),
      )
    }
  }
  return names
}
