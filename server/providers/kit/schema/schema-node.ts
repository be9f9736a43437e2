import type { JsonSchema } from '#shared/tool'

/** How many schemas may stand inside one another; what is deeper becomes "anything". Real tools stay below 20. */
export const MAX_DEPTH = 64

/** JSON Schema's own names of types. */
export const TYPES: ReadonlySet<string> = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'])

/** What stands behind a keyword: a schema, a list of them, schemas by name, or plain data of some kind. */
export type KeywordKind
  = 'schema' | 'schema-list' | 'schema-map' | 'count' | 'number' | 'positive' | 'string' | 'pattern' | 'boolean' | 'names' | 'names-map'
    | 'list' | 'data'

const KEYWORDS_BY_KIND: Readonly<Record<KeywordKind, readonly string[]>> = {
  'schema': [
    'items', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains', 'propertyNames', 'unevaluatedItems', 'unevaluatedProperties',
    'contentSchema',
  ],
  'schema-list': ['anyOf', 'oneOf', 'allOf', 'prefixItems'],
  'schema-map': ['properties', 'patternProperties', 'dependentSchemas'],
  'count': ['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties', 'minContains', 'maxContains'],
  'number': ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
  'positive': ['multipleOf'],
  'string': ['title', 'description', 'format', 'contentEncoding', 'contentMediaType', '$ref'],
  'pattern': ['pattern'],
  'boolean': ['uniqueItems'],
  'names': ['required'],
  'names-map': ['dependentRequired'],
  'list': ['enum', 'examples'],
  'data': ['const', 'default'],
}

/** By keyword; a keyword that is not here is not JSON Schema's. */
export const KEYWORD_KINDS: ReadonlyMap<string, KeywordKind> = new Map(
  Object.entries(KEYWORDS_BY_KIND).flatMap(([kind, keywords]) => keywords.map(keyword => [keyword, kind as KeywordKind] as const)),
)

/**
 * Speak to programs, not to a model: they go without a warning. So do extensions (`x-…`). `deprecated`, `readOnly` and
 * `writeOnly` say nothing about which arguments are valid.
 */
export const SILENT_KEYWORDS: ReadonlySet<string> = new Set([
  '$schema', '$id', 'id', '$comment', '$anchor', '$dynamicAnchor', '$recursiveAnchor', '$vocabulary', '$defs', 'definitions',
  'deprecated', 'readOnly', 'writeOnly',
])

export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The types a schema names; empty when it names none. */
export function readTypes({ type }: JsonSchema): readonly string[] {
  return (Array.isArray(type) ? type : [type]).filter(name => typeof name === 'string')
}

export function readRequired({ required }: JsonSchema): readonly string[] {
  return Array.isArray(required) ? required.filter(name => typeof name === 'string') : []
}

export function readSchemas(value: unknown): readonly JsonSchema[] {
  return Array.isArray(value) ? value.filter(isSchema) : []
}

/** A copy without these keywords; the others stay in order. */
export function omit(schema: JsonSchema, keywords: Iterable<string>): JsonSchema {
  const omitted = new Set(keywords)
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !omitted.has(keyword)))
}

export function toPointerStep(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}

/** Whether data is nested deeper than this. Iterative, because the question is whether recursion would overflow. */
export function isDeeperThan(value: unknown, limit: number): boolean {
  const pending: { readonly value: unknown, readonly depth: number }[] = [{ value, depth: 0 }]
  for (let next = pending.pop(); next; next = pending.pop()) {
    if (typeof next.value !== 'object' || next.value === null) continue
    if (next.depth >= limit) return true
    for (const entry of Object.values(next.value)) pending.push({ value: entry, depth: next.depth + 1 })
  }
  return false
}
