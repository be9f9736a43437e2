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
const ONE = ['items', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains', 'propertyNames', 'unevaluatedItems', 'unevaluatedProperties']
const LIST = ['anyOf', 'oneOf', 'allOf', 'prefixItems']
const BY_NAME = ['properties', '$defs', 'definitions', 'patternProperties', 'dependentSchemas']

/**
 * A tool's input schema as one vendor takes it. The root becomes one plain object, because a union there makes the
 * vendor refuse the whole request. The original is untouched: arguments are validated against that.
 */
export function narrowToolSchema(tool: ToolDefinition, dialect: SchemaDialect): Translation<JsonSchema> {
  const warnings: TranslationWarning[] = []
  const { $schema: _dialect, ...root } = tool.inputSchema
  const folded = foldRootUnion({ ...root, type: 'object' })
  if (folded.keyword) {
    warnings.push({ tool: tool.name, path: '', keyword: folded.keyword, action: 'rewritten', reason: 'A union at the root is refused; its branches were folded into one object.' })
  }
  const wire = narrowNode(folded.schema, '', { tool: tool.name, dialect, warnings })
  return { wire: { properties: {}, ...wire }, warnings }
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
    if (walk.dialect.describeKeywords.includes(keyword)) described.push(`${keyword}: ${JSON.stringify(value)}`)
    else kept[keyword] = narrowValue(keyword, value, { path, walk })
  }
  for (const text of described) {
    const keyword = text.slice(0, text.indexOf(':'))
    walk.warnings.push({ tool: walk.tool, path, keyword, action: 'moved-to-description', reason: 'The provider does not take this keyword.' })
  }
  return complete(described.length > 0 ? { ...kept, description: [kept.description, `(${described.join('; ')})`].filter(Boolean).join(' ') } : kept, walk.dialect)
}

interface Place { readonly path: string, readonly walk: Walk }

function narrowValue(keyword: string, value: unknown, { path, walk }: Place): unknown {
  const here = `${path}/${keyword}`
  if (LIST.includes(keyword) && Array.isArray(value)) return value.map((entry, index) => narrowAny(entry, `${here}/${index}`, walk))
  if (BY_NAME.includes(keyword) && isSchema(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, narrowAny(entry, `${here}/${name}`, walk)]))
  }
  return ONE.includes(keyword) ? narrowAny(value, here, walk) : value
}

function narrowAny(value: unknown, path: string, walk: Walk): unknown {
  return isSchema(value) ? narrowNode(value, path, walk) : value
}

function complete(node: JsonSchema, { completeObjectsAndArrays }: SchemaDialect): JsonSchema {
  if (!completeObjectsAndArrays) return node
  if (node.type === 'object' && !node.properties) return { ...node, properties: {} }
  return node.type === 'array' && !node.items ? { ...node, items: {} } : node
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
