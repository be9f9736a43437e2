import type { JsonSchema } from '#shared/tool'
import { foldRootUnion } from '../kit/fold-root-union'

const LIST = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems'])
const BY_NAME = new Set(['properties', '$defs'])
const ANNOTATIONS = new Set(['$schema', '$comment', 'deprecated', 'readOnly', 'writeOnly'])

/**
 * The same schema in the words that Gemini knows, without loss: `const` is an `enum` of one, `allOf` of objects is one
 * object, draft-07 `definitions` are `$defs`. Walks by position, because a property may bear a keyword's name.
 */
export function rewriteSchema(schema: JsonSchema): JsonSchema {
  const merged = wrapReference(mergeAllOf(renameDefinitions(schema)))
  const plain = splitNull(toEnum(merged))
  const entries = Object.entries(plain)
    .filter(([keyword]) => !ANNOTATIONS.has(keyword) && !keyword.startsWith('x-'))
    .map(([keyword, value]) => [keyword, rewriteValue(keyword, value)] as const)
  return dropUnknownRequired(Object.fromEntries(entries))
}

/** Only words and numbers may be in an `enum`; any other constant is told in the description. */
function toEnum(schema: JsonSchema): JsonSchema {
  const { const: only, ...rest } = schema
  return typeof only === 'string' || typeof only === 'number' ? { ...rest, enum: [only] } : schema
}

/** `null` among the choices is a branch of its own. */
function splitNull(schema: JsonSchema): JsonSchema {
  const { enum: choices, type, ...rest } = schema
  if (!Array.isArray(choices) || !choices.includes(null) || schema.anyOf !== undefined) return schema
  const types = [type].flat().filter(name => name !== 'null' && name !== undefined)
  const branch = { ...(types.length > 0 && { type: types.length === 1 ? types[0] : types }), enum: choices.filter(choice => choice !== null) }
  return { ...rest, anyOf: [branch, { type: 'null' }] }
}

function rewriteValue(keyword: string, value: unknown): unknown {
  if (LIST.has(keyword) && Array.isArray(value)) return value.map(rewriteAny)
  if (BY_NAME.has(keyword) && isSchema(value)) {
    // `false` allows no value at all, which is the same as no such property.
    const present = Object.entries(value).filter(([, entry]) => entry !== false)
    return Object.fromEntries(present.map(([name, entry]) => [name, rewriteAny(entry)]))
  }
  if (keyword === 'items') return rewriteAny(value)
  return keyword === 'additionalProperties' && isSchema(value) ? rewriteSchema(value) : value
}

function rewriteAny(value: unknown): unknown {
  if (value === true) return {}
  return isSchema(value) ? rewriteSchema(value) : value
}

/** Beside a reference only `$` keywords may stand; a union of one says the same, and takes a description. */
function wrapReference(schema: JsonSchema): JsonSchema {
  const { $ref, anyOf, ...rest } = schema
  const hasSiblings = anyOf !== undefined || Object.keys(rest).some(keyword => !keyword.startsWith('$'))
  if ($ref === undefined || !hasSiblings) return schema
  // With a union already there, the reference is the stronger of the two.
  return { ...rest, anyOf: [{ $ref }] }
}

function mergeAllOf(schema: JsonSchema): JsonSchema {
  const { allOf, ...rest } = schema
  if (!Array.isArray(allOf) || allOf.length === 0 || !allOf.every(isSchema)) return schema
  const [first] = allOf
  if (allOf.length === 1 && first) return mergeAllOf(renameDefinitions({ ...first, ...rest }))
  const isMergeable = allOf.every(branch => isSchema(branch.properties) || Array.isArray(branch.required)) && !schema.anyOf && !schema.oneOf
  return isMergeable ? { type: 'object', ...foldRootUnion(schema).schema } : schema
}

function renameDefinitions(schema: JsonSchema): JsonSchema {
  const { definitions, $ref, ...rest } = schema
  return {
    ...rest,
    ...(typeof $ref === 'string' && { $ref: $ref.replace(/^#\/definitions\//, '#/$defs/') }),
    ...(isSchema(definitions) && { $defs: { ...definitions, ...(isSchema(rest.$defs) && rest.$defs) } }),
  }
}

function dropUnknownRequired(schema: JsonSchema): JsonSchema {
  const { required, properties } = schema
  if (!Array.isArray(required) || !isSchema(properties)) return schema
  return { ...schema, required: required.filter(name => Object.hasOwn(properties, String(name))) }
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
