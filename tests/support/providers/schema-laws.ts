import { hasType, isNode, listNodes, type PlacedNode, resolveReference, type SchemaNode } from './schema-nodes'

/**
 * What vendors refuse in a schema, written down apart from the translations. A law returns what is wrong with one node;
 * the empty list for nothing.
 */
export type Law = (placed: PlacedNode, root: SchemaNode) => readonly string[]

/** What the tests hold one tool target to. */
export interface TargetRules {
  readonly laws: readonly Law[]
  /**
   * The language of its schemas: `json-schema` may ask for nothing that the tool does not ask for, `strict` is a JSON
   * Schema that may ask for more, and `openapi` is another language.
   */
  readonly language: 'json-schema' | 'strict' | 'openapi'
}

export function allows(...keywords: readonly string[]): Law {
  return ({ node }) => Object.keys(node).filter(keyword => !keywords.includes(keyword)).map(keyword => `${keyword} is not known`)
}

export function forbids(...keywords: readonly string[]): Law {
  return ({ node }) => keywords.filter(keyword => keyword in node).map(keyword => `${keyword} is refused`)
}

export function when(isWrong: (node: SchemaNode) => boolean, what: string): Law {
  return ({ node }) => isWrong(node) ? [what] : []
}

const ROOT_UNIONS = ['anyOf', 'oneOf', 'allOf', 'enum', 'const', 'not']
const requiredOf = (node: SchemaNode): readonly unknown[] => Array.isArray(node.required) ? node.required : []
const propertiesOf = (node: SchemaNode): SchemaNode => isNode(node.properties) ? node.properties : {}

/** One union, or no object, at the root of one tool makes a vendor refuse the whole request. */
const rootIsOneObject: Law = ({ path, node }) => path === ''
  ? [
      ...(node.type === 'object' ? [] : ['the root is not an object']),
      ...ROOT_UNIONS.filter(keyword => keyword in node).map(keyword => `${keyword} at the root`),
    ]
  : []
const referencesLead: Law = ({ node }, root) => (
  typeof node.$ref === 'string' && resolveReference(root, node.$ref) === undefined ? [`${node.$ref} leads nowhere`] : []
)
export const requiredExists = when(
  node => (
    isNode(node.properties) && requiredOf(node).some(name => !(String(name) in propertiesOf(node)))
  ), 'required names a missing property',
)
const noExtensions = when(node => Object.keys(node).some(keyword => keyword.startsWith('x-')), 'an extension is left')
const noTupleItems = when(node => Array.isArray(node.items), 'items is a list, as in older drafts')
const noSchemaOfFalse = when(node => Object.values(propertiesOf(node)).includes(false), 'a property that nothing fits')

/** What no vendor takes that reads JSON Schema. */
export const EVERYWHERE: readonly Law[] = [
  rootIsOneObject, referencesLead, requiredExists, noExtensions, noTupleItems, noSchemaOfFalse, forbids(
    '$schema', 'nullable', 'definitions',
  ),
]

const isObject = (node: SchemaNode) => hasType(node, 'object')
export const objectHasProperties = when(node => isObject(node) && !isNode(node.properties), 'an object without properties')
export const arrayHasItems = when(
  node => hasType(node, 'array') && node.items === undefined && node.prefixItems === undefined, 'an array without items',
)
export const objectIsClosed = when(node => isObject(node) && node.additionalProperties !== false, 'an object that is not closed')
export const allIsRequired = when(
  node => Object.keys(propertiesOf(node)).some(name => !requiredOf(node).includes(name)), 'a property that is not required',
)
export const noBooleanSchema = when(
  node => Object.values(propertiesOf(node)).some(value => typeof value === 'boolean'), 'a boolean schema',
)

/** Where a schema breaks the laws of a target, one sentence each. */
export function findViolations({ laws }: TargetRules, schema: SchemaNode): readonly string[] {
  return listNodes(schema).flatMap(placed => laws.flatMap(law => law(placed, schema)).map(what => `${placed.path || '/'}: ${what}`))
}
