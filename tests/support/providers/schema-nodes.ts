export type SchemaNode = Readonly<Record<string, unknown>>

/** A schema inside a schema: a property may bear a keyword's name, so only its position tells one from the other. */
export interface PlacedNode {
  /** JSON Pointer; empty for the root. */
  readonly path: string
  readonly node: SchemaNode
}

const ONE = [
  'items', 'additionalProperties', 'additionalItems', 'not', 'if', 'then', 'else', 'contains', 'propertyNames', 'unevaluatedItems',
  'unevaluatedProperties',
]
const LIST = ['anyOf', 'oneOf', 'allOf', 'prefixItems', 'items']
const BY_NAME = ['properties', '$defs', 'definitions', 'patternProperties', 'dependentSchemas']

/** Every schema of a tool's input, the root first. */
export function listNodes(value: unknown, path = ''): readonly PlacedNode[] {
  if (!isNode(value)) return []
  const below = Object.entries(value).flatMap(([keyword, child]) => {
    const here = `${path}/${keyword}`
    if (LIST.includes(keyword) && Array.isArray(child)) return child.flatMap((entry, index) => listNodes(entry, `${here}/${index}`))
    if (BY_NAME.includes(keyword) && isNode(child)) {
      return Object.entries(child).flatMap(([name, entry]) => listNodes(entry, `${here}/${name}`))
    }
    return ONE.includes(keyword) ? listNodes(child, here) : []
  })
  return [{ path, node: value }, ...below]
}

/** What a local reference means; undefined when it means nothing. */
export function resolveReference(root: SchemaNode, reference: string): unknown {
  if (!reference.startsWith('#')) return undefined
  const steps = decodeURIComponent(reference.slice(1)).split('/').slice(1).map(step => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  return steps.reduce<unknown>((value, step) => typeof value === 'object' && value !== null ? (value as SchemaNode)[step] : undefined, root)
}

export function isNode(value: unknown): value is SchemaNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function hasType(node: SchemaNode, type: string): boolean {
  return Array.isArray(node.type) ? node.type.includes(type) : node.type === type
}
