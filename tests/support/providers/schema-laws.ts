import { hasType, isNode, listNodes, type PlacedNode, resolveReference, type SchemaNode } from './schema-nodes'

/**
 * What each vendor refuses, written down once more and apart from the translations. A law answers what is wrong with
 * one node; the empty list for nothing.
 */
type Law = (placed: PlacedNode, root: SchemaNode) => readonly string[]

const allows = (...keywords: readonly string[]): Law => ({ node }) => Object.keys(node).filter(keyword => !keywords.includes(keyword)).map(keyword => `${keyword} is not known`)
const forbids = (...keywords: readonly string[]): Law => ({ node }) => keywords.filter(keyword => keyword in node).map(keyword => `${keyword} is refused`)
const when = (isWrong: (node: SchemaNode) => boolean, what: string): Law => ({ node }) => isWrong(node) ? [what] : []

/** One union, or no object, at the root of one tool makes a vendor refuse the whole request. */
const rootIsOneObject: Law = ({ path, node }) => path === ''
  ? [...(node.type === 'object' ? [] : ['the root is not an object']), ...['anyOf', 'oneOf', 'allOf', 'enum', 'const', 'not'].filter(keyword => keyword in node).map(keyword => `${keyword} at the root`)]
  : []
const referencesLead: Law = ({ node }, root) => typeof node.$ref === 'string' && resolveReference(root, node.$ref) === undefined ? [`${node.$ref} leads nowhere`] : []
const requiredIsThere = when(node => Array.isArray(node.required) && isNode(node.properties) && node.required.some(name => !(String(name) in (node.properties as SchemaNode))), 'required names a property that is not there')
const noExtensions = when(node => Object.keys(node).some(keyword => keyword.startsWith('x-')), 'an extension is left')
const noTupleItems = when(node => Array.isArray(node.items), 'items is a list, as in older drafts')
const noSchemaOfFalse = when(node => isNode(node.properties) && Object.values(node.properties).includes(false), 'a property that nothing fits')

const EVERYWHERE: readonly Law[] = [rootIsOneObject, referencesLead, requiredIsThere, noExtensions, noTupleItems, noSchemaOfFalse, forbids('$schema', 'nullable', 'definitions')]

/** Only the keys of the arguments themselves are checked. */
const rootNamesAreAnthropics: Law = ({ path, node }) => path === '' && isNode(node.properties) && Object.keys(node.properties).some(name => !/^[\w.-]{1,64}$/.test(name)) ? ['a property name out of its alphabet'] : []

const isObject = (node: SchemaNode) => hasType(node, 'object')
const objectHasProperties = when(node => isObject(node) && !isNode(node.properties), 'an object without properties')
const arrayHasItems = when(node => hasType(node, 'array') && node.items === undefined && node.prefixItems === undefined, 'an array without items')
const objectIsClosed = when(node => isObject(node) && node.additionalProperties !== false, 'an object that is not closed')
const allIsRequired = when(node => isNode(node.properties) && Object.keys(node.properties).some(name => !(node.required as readonly unknown[] | undefined)?.includes(name)), 'a property that is not required')
const noBooleanSchema: Law = ({ node }) => isNode(node.properties) && Object.values(node.properties).some(value => typeof value === 'boolean') ? ['a boolean schema'] : []

const GEMINI_KEYWORDS = [
  '$id', '$defs', '$ref', '$anchor', 'type', 'format', 'title', 'description', 'enum', 'items', 'prefixItems', 'minItems', 'maxItems', 'minimum', 'maximum', 'anyOf', 'oneOf',
  'properties', 'additionalProperties', 'required', 'propertyOrdering',
]
const OPENAPI_KEYWORDS = [
  'type', 'format', 'title', 'description', 'nullable', 'enum', 'items', 'minItems', 'maxItems', 'properties', 'required', 'minProperties', 'maxProperties', 'minimum', 'maximum',
  'minLength', 'maxLength', 'pattern', 'example', 'anyOf', 'propertyOrdering', 'default',
]
const ANTHROPIC_STRICT_KEYWORDS = [
  'type', 'properties', 'required', 'items', 'anyOf', 'allOf', '$defs', '$ref', 'enum', 'const', 'title', 'description', 'additionalProperties', 'format', 'minItems',
]
const ANTHROPIC_STRICT_FORMATS = ['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'uri', 'ipv4', 'ipv6', 'uuid']

const OPENAI: readonly Law[] = [...EVERYWHERE, objectHasProperties, arrayHasItems]

/** It makes one grammar of all tools, in which each repetition is written out. */
const LARGEST_COUNT = 2000
const COUNTS = ['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties']

/** By the beginning of a target's id; the longest that fits counts. */
const LAWS: Readonly<Record<string, readonly Law[]>> = {
  'anthropic': [...EVERYWHERE, rootNamesAreAnthropics],
  'anthropic-strict': [
    ...EVERYWHERE, rootNamesAreAnthropics, objectIsClosed, noBooleanSchema, allows(...ANTHROPIC_STRICT_KEYWORDS),
    when(node => node.format !== undefined && !ANTHROPIC_STRICT_FORMATS.includes(String(node.format)), 'a format it does not know'),
    when(node => Number(node.minItems ?? 0) > 1, 'minItems above 1'),
  ],
  'openai': OPENAI,
  'llama-cpp': [
    ...OPENAI, forbids('pattern', 'patternProperties', 'format'),
    when(node => COUNTS.some(keyword => Number(node[keyword] ?? 0) > LARGEST_COUNT), 'a count that is too large for a grammar'),
  ],
  'gemini': [
    ...EVERYWHERE, allows(...GEMINI_KEYWORDS), arrayHasItems,
    when(node => '$ref' in node && Object.keys(node).some(keyword => !keyword.startsWith('$')), 'a reference with siblings'),
    when(node => Array.isArray(node.enum) && node.enum.some(value => !['string', 'number'].includes(typeof value)), 'an enum of other than strings and numbers'),
  ],
  'gemini-openapi': [
    allows(...OPENAPI_KEYWORDS), requiredIsThere,
    when(node => typeof node.type !== 'string' && !Array.isArray(node.anyOf), 'no single type'),
    when(node => Array.isArray(node.enum) && node.enum.some(value => typeof value !== 'string'), 'an enum of other than strings'),
    when(node => /^object$/i.test(String(node.type)) && !(isNode(node.properties) && Object.keys(node.properties).length > 0), 'an object without properties'),
    when(node => /^array$/i.test(String(node.type)) && node.items === undefined, 'an array without items'),
    when(node => isNode(node.properties) && Object.keys(node.properties).some(name => !/^[a-zA-Z_]\w{0,63}$/.test(name)), 'a property name out of its alphabet'),
  ],
}

const OPENAI_STRICT_FORMATS = ['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid']
const OPENAI_STRICT: readonly Law[] = [
  ...OPENAI, objectIsClosed, allIsRequired, noBooleanSchema,
  forbids(
    'oneOf', 'allOf', 'not', 'if', 'then', 'else', 'dependentRequired', 'dependentSchemas', 'patternProperties', 'propertyNames', 'minProperties', 'maxProperties',
    'unevaluatedItems', 'unevaluatedProperties', 'prefixItems', 'contains', 'uniqueItems', 'contentEncoding', 'contentMediaType',
    'default', 'examples', 'minLength', 'maxLength',
  ),
  when(node => node.format !== undefined && !OPENAI_STRICT_FORMATS.includes(String(node.format)), 'a format it does not know'),
  when(node => '$ref' in node && Object.keys(node).length > 1, 'a reference with siblings'),
]

/** Where a schema breaks the laws of a target, one sentence each. */
export function findViolations(target: string, schema: SchemaNode): readonly string[] {
  const laws = findLaws(target)
  return listNodes(schema).flatMap(placed => laws.flatMap(law => law(placed, schema)).map(what => `${placed.path || '/'}: ${what}`))
}

function findLaws(target: string): readonly Law[] {
  if (/^openai\b.*\bstrict$/.test(target)) return OPENAI_STRICT
  const fitting = Object.keys(LAWS).filter(start => target.startsWith(start)).toSorted((a, b) => b.length - a.length)
  const laws = LAWS[fitting[0] ?? '']
  if (!laws) throw new Error(`Nobody wrote down what ${target} refuses.`)
  return laws
}
