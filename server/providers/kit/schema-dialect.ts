import type { TranslationWarning } from '#shared/run-event'
import type { JsonSchema, ToolDefinition } from '#shared/tool'
import type { Translation } from '../provider'
import { foldRootUnion } from './fold-root-union'

/** What a vendor's schema dialect lacks, declared rather than coded. */
export interface SchemaDialect {
  /** Keywords that are removed wherever they stand, and told in the description instead. */
  readonly describeKeywords: readonly string[]
  /** An object without `properties`, and an array without `items`, is refused by some. */
  readonly completeObjectsAndArrays: boolean
}

/** Keywords whose value is one schema, a list of schemas, or schemas by name. A property may bear a keyword's name. */
const ONE: ReadonlySet<string> = new Set([
  'items', 'additionalItems', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains', 'propertyNames', 'unevaluatedItems', 'unevaluatedProperties',
])
const LIST: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems', 'items'])
const BY_NAME: ReadonlySet<string> = new Set(['properties', '$defs', 'definitions', 'patternProperties', 'dependentSchemas'])

/** Longest value of a removed keyword that the description repeats, in characters. */
const SHOWN_CHARACTERS = 200

/**
 * A tool's input schema as one vendor takes it. The root becomes one plain object, because a union there makes the
 * vendor refuse the whole request. The original is untouched: arguments are validated against that.
 */
export function narrowToolSchema(tool: ToolDefinition, dialect: SchemaDialect): Translation<JsonSchema> {
  const warnings: TranslationWarning[] = []
  const warnOfRoot = (keyword: string, reason: string) => warnings.push({ tool: tool.name, path: '', keyword, action: 'rewritten', reason })
  const { $schema: _dialect, type, ...root } = tool.inputSchema
  if (type !== undefined && type !== 'object') warnOfRoot('type', 'Arguments are always one object.')
  const folded = foldRootUnion(root)
  if (folded.keyword) warnOfRoot(folded.keyword, 'A union at the root is refused; its branches were folded into one object.')
  const { plain, refused } = splitRoot(folded.schema)
  for (const keyword of refused) warnOfRoot(keyword, 'At the root it is refused; arguments are still checked against it.')
  const wire = narrowNode({ ...plain, type: 'object' }, '', { tool: tool.name, dialect, warnings })
  return { wire: { ...{ type: 'object', properties: {} }, ...wire }, warnings }
}

/** What OpenAI and Anthropic refuse at the root, and with it the whole request. */
const REFUSED_AT_ROOT = ['anyOf', 'oneOf', 'allOf', 'enum', 'const', 'not']

function splitRoot(root: JsonSchema): { readonly plain: JsonSchema, readonly refused: readonly string[] } {
  const refused = REFUSED_AT_ROOT.filter(keyword => keyword in root)
  return { plain: Object.fromEntries(Object.entries(root).filter(([keyword]) => !refused.includes(keyword))), refused }
}

interface Walk {
  readonly tool: string
  readonly dialect: SchemaDialect
  readonly warnings: TranslationWarning[]
}

function narrowNode(node: JsonSchema, path: string, walk: Walk): JsonSchema {
  const kept: Record<string, unknown> = {}
  const described: string[] = []
  for (const [keyword, value] of Object.entries(node)) {
    // Extensions speak to others; a vendor that checks its input refuses them.
    if (keyword.startsWith('x-')) continue
    if (!walk.dialect.describeKeywords.includes(keyword)) {
      kept[keyword] = narrowValue(keyword, value, { path, walk })
      continue
    }
    described.push(`${keyword}: ${shorten(JSON.stringify(value))}`)
    walk.warnings.push({ tool: walk.tool, path, keyword, action: 'moved-to-description', reason: 'The provider does not take this keyword.' })
  }
  if (described.length > 0) kept.description = [typeof kept.description === 'string' ? kept.description : '', `(${described.join('; ')})`].filter(Boolean).join(' ')
  return complete(kept, walk.dialect)
}

interface Place { readonly path: string, readonly walk: Walk }

function narrowValue(keyword: string, value: unknown, { path, walk }: Place): unknown {
  const here = `${path}/${keyword}`
  if (LIST.has(keyword) && Array.isArray(value)) return value.map((entry, index) => narrowAny(entry, `${here}/${index}`, walk))
  if (BY_NAME.has(keyword) && isSchema(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, narrowAny(entry, `${here}/${toPointerStep(name)}`, walk)]))
  }
  return ONE.has(keyword) ? narrowAny(value, here, walk) : value
}

function narrowAny(value: unknown, path: string, walk: Walk): unknown {
  return isSchema(value) ? narrowNode(value, path, walk) : value
}

function complete(node: JsonSchema, { completeObjectsAndArrays }: SchemaDialect): JsonSchema {
  if (!completeObjectsAndArrays) return node
  const is = (type: string) => node.type === type || (Array.isArray(node.type) && node.type.includes(type))
  return {
    ...node,
    ...(is('object') && !node.properties && { properties: {} }),
    ...(is('array') && node.items === undefined && { items: {} }),
  }
}

function shorten(text: string): string {
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS - 1)}…` : text
}

function toPointerStep(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
