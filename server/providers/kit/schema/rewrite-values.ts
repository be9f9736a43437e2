import { asNode, describe, type Draft } from './schema-draft'
import { isSchema, readTypes } from './schema-node'

/** Constants, lists of values, and types as the dialect has them. */
export function rewriteValues(draft: Draft): void {
  // First: values that go into words no longer tell their type.
  if (draft.emission.dialect.typed) inferType(draft)
  rewriteConstant(draft)
  rewriteEnum(draft)
  rewriteTypes(draft)
}

function isScalar(value: unknown): boolean {
  return typeof value !== 'object' || value === null
}

function rewriteConstant(draft: Draft): void {
  const { keywords, emission } = draft
  const rule = emission.dialect.constants
  if (!keywords.has('const') || rule === 'all') return
  const value = keywords.get('const')
  if (rule === 'scalar') {
    if (!isScalar(value)) describe(draft, 'const')
    return
  }
  if (value === null && !keywords.has('type') && emission.dialect.types !== 'nullable') {
    keywords.delete('const')
    keywords.set('type', 'null')
    return
  }
  // Only words and numbers may be listed; where only words may, the list itself is put into words further on.
  if ((typeof value !== 'string' && typeof value !== 'number') || keywords.has('enum')) return describe(draft, 'const')
  const entries = [...keywords].map(([keyword, entry]) => keyword === 'const' ? ['enum', [entry]] as const : [keyword, entry] as const)
  keywords.clear()
  for (const [keyword, entry] of entries) keywords.set(keyword, entry)
}

function rewriteEnum(draft: Draft): void {
  const { keywords, emission } = draft
  const rule = emission.dialect.enums
  const values: unknown = keywords.get('enum')
  if (!Array.isArray(values) || rule === 'all') return
  if (rule === 'scalars') {
    if (!values.every(isScalar)) describe(draft, 'enum')
    return
  }
  const others = values.filter(value => value !== null)
  const isListable = others.every(value => typeof value === 'string')
    || (rule === 'strings-or-numbers' && others.every(value => typeof value === 'number'))
  if (!isListable || others.length === 0 || keywords.has('anyOf')) return describe(draft, 'enum')
  if (others.length === values.length) return
  if (rule === 'strings') {
    keywords.set('enum', others)
    keywords.set('nullable', true)
  }
  else splitNull(draft, others)
}

/** Null among the values is a branch of its own. */
function splitNull({ keywords }: Draft, values: readonly unknown[]): void {
  const types = readTypes({ type: keywords.get('type') }).filter(type => type !== 'null')
  const branch = { ...(types.length > 0 && { type: types.length === 1 ? types[0] : types }), enum: values }
  keywords.delete('type')
  keywords.delete('enum')
  keywords.set('anyOf', [branch, { type: 'null' }])
}

/** Which type a keyword speaks of. */
const TYPE_OF: Readonly<Record<string, string>> = {
  properties: 'object', required: 'object', additionalProperties: 'object', patternProperties: 'object', propertyNames: 'object',
  minProperties: 'object', maxProperties: 'object',
  unevaluatedProperties: 'object', dependentRequired: 'object', dependentSchemas: 'object',
  items: 'array', prefixItems: 'array', minItems: 'array', maxItems: 'array', uniqueItems: 'array', contains: 'array',
  minContains: 'array', maxContains: 'array', unevaluatedItems: 'array',
  pattern: 'string', minLength: 'string', maxLength: 'string', format: 'string', contentEncoding: 'string', contentMediaType: 'string',
  minimum: 'number', maximum: 'number', exclusiveMinimum: 'number', exclusiveMaximum: 'number', multipleOf: 'number',
}

function inferType(draft: Draft): void {
  const { keywords } = draft
  if (['type', 'anyOf', '$ref', 'allOf'].some(keyword => keywords.has(keyword))) return
  const values: readonly unknown[] = keywords.has('const') ? [keywords.get('const')] : [keywords.get('enum') ?? []].flat()
  const kinds = new Set(values.map(nameType))
  const hinted = [...keywords.keys()]
    .map(keyword => Object.hasOwn(TYPE_OF, keyword) ? TYPE_OF[keyword] : undefined)
    .find(type => type !== undefined)
  const others = [...kinds].filter(kind => kind !== 'null')
  if (others.length > 1) return
  const [kind = kinds.has('null') ? 'null' : undefined] = others
  const type = kinds.size === 2 ? [kind, 'null'] : kind ?? hinted
  if (type !== undefined) keywords.set('type', type)
}

function nameType(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return typeof value
}

function rewriteTypes(draft: Draft): void {
  const { keywords, emission } = draft
  const { types: rule, typed } = emission.dialect
  const types = readTypes(asNode(draft))
  const others = types.filter(type => type !== 'null')
  if (rule !== 'lists' && others.length > 1) splitTypes(draft, others)
  else if (rule === 'nullable') {
    if (others.length < types.length) keywords.set('nullable', true)
    if (others.length === 1) keywords.set('type', others[0])
    else if (types.length > 0) {
      // Null alone: there is no such type.
      keywords.set('type', 'string')
      draft.descriptions.push('always null')
    }
  }
  if (typed && !keywords.has('anyOf')) dropForeign(draft)
}

/** Each type with the keywords that speak of it. */
function splitTypes(draft: Draft, types: readonly string[]): void {
  const { keywords, emission } = draft
  const hasNull = readTypes(asNode(draft)).includes('null')
  const values: unknown = keywords.get('enum')
  const branches = types.map((type) => {
    const own = [...keywords].filter(([keyword]) => Object.hasOwn(TYPE_OF, keyword) && speaksOf(TYPE_OF[keyword], type))
    const listed = Array.isArray(values) ? values.filter(value => speaksOf(nameType(value), type)) : []
    return { type, ...Object.fromEntries(own), ...(listed.length > 0 && { enum: listed }) }
  })
  for (const keyword of Object.keys(TYPE_OF)) keywords.delete(keyword)
  keywords.delete('type')
  keywords.delete('enum')
  const isOpenApi = emission.dialect.types === 'nullable'
  if (hasNull && isOpenApi) keywords.set('nullable', true)
  const union = [...branches, ...(hasNull && !isOpenApi ? [{ type: 'null' }] : [])]
  const given = keywords.get('anyOf')
  if (Array.isArray(given)) describe(draft, 'anyOf')
  keywords.set('anyOf', union)
}

function speaksOf(subject: string | undefined, type: string): boolean {
  return subject === type || (subject === 'number' && type === 'integer')
}

/** A keyword of another type than the node's says nothing, and some vendors refuse it there. */
function dropForeign({ keywords }: Draft): void {
  const types = readTypes({ type: keywords.get('type') })
  if (types.length === 0) return
  for (const keyword of [...keywords.keys()]) {
    if (Object.hasOwn(TYPE_OF, keyword) && !types.some(type => speaksOf(TYPE_OF[keyword], type) || isNumberFormat(keyword, type))) {
      keywords.delete(keyword)
    }
  }
}

/** Most formats are of text, but OpenAPI has some of numbers, such as `int32`. */
function isNumberFormat(keyword: string, type: string): boolean {
  return keyword === 'format' && speaksOf('number', type)
}

/** Whether anything at all fits: no type, no values, no union, no reference. */
export function isOpen({ keywords }: Draft): boolean {
  return !['type', 'enum', 'const', 'anyOf', 'oneOf', 'allOf', '$ref'].some(keyword => keywords.has(keyword))
    && ![...keywords].some(([keyword, value]) => Object.hasOwn(TYPE_OF, keyword) && (isSchema(value) || keyword !== 'format'))
}
