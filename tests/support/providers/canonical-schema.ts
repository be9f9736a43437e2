import { isNode, type SchemaNode } from './schema-nodes'

/** Keywords without a meaning for arguments. */
const MEANINGLESS = ['$schema', '$id', '$comment', 'deprecated', 'readOnly', 'writeOnly']
const BY_NAME = ['properties', '$defs', 'patternProperties', 'dependentSchemas']

/**
 * One text for all schemas that differ only in what means nothing: order, marks of the dialect, empty schemas, old spellings,
 * definitions that nobody uses.
 */
export function canonicalise(schema: SchemaNode): string {
  const node: unknown = canonicaliseNode(JSON.parse(JSON.stringify(schema).replaceAll('#/definitions/', '#/$defs/')))
  return JSON.stringify(isNode(node) ? withoutUnused(node) : node)
}

function withoutUnused({ $defs, ...schema }: SchemaNode): SchemaNode {
  const used = isNode($defs) ? growUsed(schema, $defs, []) : []
  return used.length === 0 || !isNode($defs) ? schema : { ...schema, $defs: Object.fromEntries(used.map(name => [name, $defs[name]])) }
}

/** Names of the definitions that a schema refers to, through others of them too. */
function growUsed(schema: SchemaNode, definitions: SchemaNode, known: readonly string[]): readonly string[] {
  const text = JSON.stringify([schema, ...known.map(name => definitions[name])])
  const used = Object.keys(definitions).filter(name => text.includes(`"#/$defs/${name}"`))
  return used.length === known.length ? used : growUsed(schema, definitions, used)
}

function canonicaliseNode(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonicaliseNode)
  if (!isNode(value)) return value
  const { nullable, definitions, ...node } = value
  const spelled: SchemaNode = {
    ...node,
    ...('const' in node && { const: undefined, enum: [node.const] }),
    ...(isNode(definitions) && { $defs: definitions }),
    ...(nullable === true && typeof node.type === 'string' && { type: [node.type, 'null'] }),
  }
  return sortKeys(Object.entries(spelled)
    .filter(([keyword, inner]) => !MEANINGLESS.includes(keyword) && !keyword.startsWith('x-') && !isEmpty(keyword, inner))
    .map(([keyword, inner]) => [keyword, canonicaliseValue(keyword, inner)]))
}

function canonicaliseValue(keyword: string, value: unknown): unknown {
  if (keyword === 'required' && Array.isArray(value)) return value.toSorted()
  if (BY_NAME.includes(keyword) && isNode(value)) {
    return sortKeys(Object.entries(value).map(([name, inner]) => [name, canonicaliseNode(inner)]))
  }
  return ['enum', 'const', 'default', 'examples'].includes(keyword) ? value : canonicaliseNode(value)
}

/** What says the same as nothing. */
function isEmpty(keyword: string, value: unknown): boolean {
  if (['required', 'properties', 'items', '$defs', 'additionalProperties'].includes(keyword) && JSON.stringify(value).length === 2) {
    return true
  }
  return keyword === 'additionalProperties' && value === true
}

function sortKeys(entries: readonly (readonly [string, unknown])[]): SchemaNode {
  return Object.fromEntries(entries.toSorted(([a], [b]) => a < b ? -1 : 1))
}
