import type { JsonSchema } from '#shared/tool'
import { isSchema, omit, readRequired, readTypes } from './schema-node'
import { reportSpelling, type Finding } from './schema-walk'

interface Context {
  readonly path: string
  /** As its source wrote it. */
  readonly node: JsonSchema
  readonly findings: Finding[]
}

/** What concerns several keywords of one node at once. */
export function finishNode(kept: JsonSchema, context: Context): JsonSchema {
  return allowNull(closeEvaluated(finishRequired(kept, context), context), context)
}

/** With nothing beside it that could evaluate more, the newer keyword says what the older one says, which vendors know. */
function closeEvaluated(kept: JsonSchema, { path, findings }: Context): JsonSchema {
  if (kept.unevaluatedProperties !== false || mayHaveMoreProperties(kept)) return kept
  findings.push(reportSpelling(path, 'unevaluatedProperties'))
  return { ...omit(kept, ['unevaluatedProperties']), additionalProperties: kept.additionalProperties ?? false }
}

/** What must be given can only be what there is: a name without a property can never be given. */
function finishRequired(kept: JsonSchema, { path, node, findings }: Context): JsonSchema {
  const own = isSchema(node.properties) ? Object.entries(node.properties) : []
  const marked = own.filter(([, schema]) => isSchema(schema) && schema.required === true).map(([name]) => name)
  const wanted = [...new Set([...readRequired(kept), ...marked])]
  if (marked.length > 0) findings.push(reportSpelling(path, 'required'))
  if (wanted.length === 0) return omit(kept, ['required'])
  const { properties } = kept
  if (!isSchema(properties) || mayHaveMoreProperties(kept)) return { ...kept, required: wanted }
  const known = wanted.filter(name => Object.hasOwn(properties, name))
  for (const name of wanted) {
    if (!Object.hasOwn(properties, name)) {
      findings.push({ path, keyword: 'required', action: 'removed', reason: `There is no property "${name}" that could be required.` })
    }
  }
  return known.length > 0 ? { ...kept, required: known } : omit(kept, ['required'])
}

/** Whether a property may be described elsewhere than in `properties`. */
function mayHaveMoreProperties(node: JsonSchema): boolean {
  return ['$ref', 'allOf', 'anyOf', 'oneOf', 'if', 'patternProperties', 'dependentSchemas'].some(keyword => keyword in node)
    || isSchema(node.additionalProperties)
}

/** OpenAPI 3.0 says with `nullable` what JSON Schema says with a type. */
function allowNull(kept: JsonSchema, { path, node, findings }: Context): JsonSchema {
  if (node.nullable !== true) return kept
  findings.push(reportSpelling(path, 'nullable'))
  const types = readTypes(kept)
  const choices: readonly unknown[] = Array.isArray(kept.enum) ? kept.enum : 'const' in kept ? [kept.const] : []
  const enumeration = choices.length > 0 && { enum: choices.includes(null) ? choices : [...choices, null] }
  if (types.length > 0) return { ...omit(kept, ['const']), type: types.includes('null') ? types : [...types, 'null'], ...enumeration }
  if (enumeration) return { ...omit(kept, ['const']), ...enumeration }
  const union = (['anyOf', 'oneOf'] as const).find(keyword => Array.isArray(kept[keyword]))
  if (union) return { ...kept, [union]: [...[kept[union]].flat(), { type: 'null' }] }
  const { title, description, default: preset, ...rest } = kept
  if (kept.$ref === undefined && kept.allOf === undefined) return kept
  const about = {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(preset !== undefined && { default: preset }),
  }
  return { ...about, anyOf: [rest, { type: 'null' }] }
}
