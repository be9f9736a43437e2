import type { JsonSchema } from '#shared/tool'
import { closeObject } from './close-object'
import { emitProperties, type EmitNode } from './emit-properties'
import { describe, note, refuse, type Draft } from './schema-draft'
import { isSchema, KEYWORD_KINDS, readSchemas } from './schema-node'

/** Words of OpenAPI that a dialect may keep, which JSON Schema does not know. */
const OPENAPI_KEYWORDS: ReadonlySet<string> = new Set(['nullable', 'example'])
const LOOK_AROUND = /\(\?<?[=!]/
const COUNTS: ReadonlySet<string> = new Set(['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'])

/** All keywords of a node as they go out; what does not is refused, or said in words. */
export function emitKeywords(draft: Draft, emit: EmitNode): JsonSchema {
  rewriteTuple(draft)
  openPatterns(draft)
  showExample(draft)
  for (const [keyword, value] of [...draft.keywords]) sortOut(draft, keyword, value)
  const { keywords, emission, place } = draft
  const entries = [...keywords].map(([keyword, value]) => [keyword, emitValue(draft, { keyword, value, emit })] as const)
  const values = keywords.get('enum')
  if (Array.isArray(values)) emission.counts.enumValues += values.length
  const properties = emitProperties(draft, emit)
  // Properties bring `required` along, which may have become shorter. Without any, it is of use only beside a union.
  const whole = {
    ...Object.fromEntries(entries.filter(([keyword]) => keyword !== 'required' || !(properties ?? emission.dialect.typed))), ...properties,
  }
  return emission.dialect.strict ? closeObject(whole, { emission, place, original: keywords }) : whole
}

/** Where tuples are not known, the items of an array are any of their parts. */
function rewriteTuple(draft: Draft): void {
  const { keywords, emission } = draft
  const { keeps, openArrays, refuses } = emission.dialect
  const parts = readSchemas(keywords.get('prefixItems'))
  if (keeps === 'all') return
  if (keywords.get('items') === false) describe(draft, 'items')
  if (parts.length === 0 || keeps.has('prefixItems') || refuses.has('prefixItems')) return
  const rest = keywords.get('items')
  describe(draft, 'prefixItems')
  if (isSchema(rest)) describe(draft, 'items')
  if (openArrays !== 'text') return
  const all = [...parts, ...(isSchema(rest) ? [rest] : [])]
  const different = [...new Map(all.map(schema => [JSON.stringify(schema), schema])).values()]
  keywords.set('items', different.length === 1 ? different[0] : { anyOf: different })
}

/** Names that only a pattern allows are further fields, once the pattern stands in words: nothing may close them out. */
function openPatterns(draft: Draft): void {
  const { keywords, emission: { dialect } } = draft
  const isKept = (dialect.keeps === 'all' || dialect.keeps.has('patternProperties')) && !dialect.describes.has('patternProperties')
  if (isKept || !keywords.has('patternProperties') || !keywords.has('additionalProperties')) return
  if (keywords.get('additionalProperties') !== true) describe(draft, 'additionalProperties')
}

/** OpenAPI shows one example, under another name. */
function showExample({ keywords, emission: { dialect } }: Draft): void {
  const examples = keywords.get('examples')
  if (dialect.keeps === 'all' || !dialect.keeps.has('example') || !Array.isArray(examples)) return
  keywords.delete('examples')
  keywords.set('example', examples[0])
}

function sortOut(draft: Draft, keyword: string, value: unknown): void {
  const { emission: { dialect }, keywords, place } = draft
  const { keeps } = dialect
  if (dialect.refuses.has(keyword)) {
    refuse(draft.emission, place.path, [keyword, `\`${keyword}\` cannot be expressed, nor said in words without losing what it allows.`])
    keywords.delete(keyword)
  }
  else if (keeps !== 'all' && !keeps.has(keyword) && isMute(keyword, value)) keywords.delete(keyword)
  else if (!KEYWORD_KINDS.has(keyword) && keyword !== 'type' && keeps !== 'all' && !(OPENAPI_KEYWORDS.has(keyword) && keeps.has(keyword))) {
    keywords.delete(keyword)
    note(draft.emission, { path: place.path, keyword, action: 'removed', reason: 'It is no keyword of JSON Schema.' })
  }
  else if ((keeps !== 'all' && !keeps.has(keyword)) || dialect.describes.has(keyword) || isBeyond(draft, keyword, value)) {
    describe(draft, keyword)
  }
}

/** Whether it says nothing that the fields themselves do not say. */
function isMute(keyword: string, value: unknown): boolean {
  return (keyword === 'additionalProperties' || keyword === 'unevaluatedProperties')
    && (typeof value === 'boolean' || (isSchema(value) && Object.keys(value).length === 0))
}

function isBeyond({ emission: { dialect } }: Draft, keyword: string, value: unknown): boolean {
  if (keyword === 'format') return dialect.formats !== 'all' && !dialect.formats.has(String(value))
  if (keyword === 'pattern') return dialect.patterns === 'no-look-around' && LOOK_AROUND.test(String(value))
  if (keyword === 'minItems' && dialect.maxMinItems !== undefined && Number(value) > dialect.maxMinItems) return true
  return COUNTS.has(keyword) && dialect.maxCount !== undefined && Number(value) > dialect.maxCount
}

interface Found { readonly keyword: string, readonly value: unknown, readonly emit: EmitNode }

function emitValue(draft: Draft, { keyword, value, emit }: Found): unknown {
  const { place, emission } = draft
  const inside = { ...place, depth: place.depth + 1 }
  switch (KEYWORD_KINDS.get(keyword)) {
    case 'schema':
      return isSchema(value) ? emit(value, { ...inside, path: `${place.path}/${keyword}` }, emission) : value
    case 'schema-list':
      return readSchemas(value).map((schema, index) => emit(schema, { ...inside, path: `${place.path}/${keyword}/${index}` }, emission))
    case 'schema-map':
      // Properties are more than a map of schemas, and follow.
      if (keyword === 'properties') return {}
      return isSchema(value)
        ? Object.fromEntries(Object.entries(value).map(([name, schema]) => [
            name, isSchema(schema) ? emit(schema, inside, emission) : schema,
          ]))
        : value
    default:
      return value
  }
}
