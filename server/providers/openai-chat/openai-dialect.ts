import { PLAIN_DIALECT, type SchemaDialect } from '../kit/schema/schema-dialect'
import type { NameRule } from '../kit/tool-names'

/** Shared by both OpenAI interfaces. Dots, which MCP allows, are refused; so is a 65th character. */
export const OPENAI_NAME_RULE: NameRule = { allowed: /[a-zA-Z0-9_-]/, first: /[a-zA-Z_]/, maxLength: 64 }

/** "object schema missing properties" and "array schema missing items" fail the whole request. */
export const OPENAI_SCHEMA: SchemaDialect = { ...PLAIN_DIALECT, openObjects: 'complete', openArrays: 'complete' }

/** Every tool becomes part of one grammar there, which knows no formats and fails on many patterns and on large repetitions. */
export const LLAMA_CPP_SCHEMA: SchemaDialect = {
  ...OPENAI_SCHEMA,
  // Patterns must be anchored, without look-around, in some builds without `\d`: none is worth a refused request.
  describes: new Set(['pattern', 'patternProperties', 'format']),
  // github.com/ggml-org/llama.cpp: repetitions above 2,000 are refused, and smaller ones already make huge grammars.
  maxCount: 500,
}

/** Constrained calls: closed objects, all properties required, null for "not given". */
export const OPENAI_STRICT_SCHEMA: SchemaDialect = {
  ...PLAIN_DIALECT,
  keeps: new Set([
    'type', 'properties', 'required', 'items', 'anyOf', '$ref', 'enum', 'const', 'title', 'description', 'additionalProperties',
    'pattern', 'format', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minItems', 'maxItems',
  ]),
  refuses: new Set([
    'patternProperties', 'propertyNames', 'unevaluatedProperties', 'prefixItems', 'if', 'then', 'else', 'dependentSchemas',
  ]),
  // "'uri' is not a valid format" fails the whole request, as every other format does that is not listed here.
  formats: new Set(['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid']),
  patterns: 'no-look-around',
  unions: 'any-of',
  allOf: 'merge',
  allOfFallback: 'refuse',
  objectUnions: 'fold',
  // "$ref cannot have keywords {'description'}": github.com/virattt/dexter/issues/280
  references: 'wrap',
  openObjects: 'refuse',
  openArrays: 'refuse',
  openSchemas: 'refuse',
  typed: true,
  strict: 'nullable',
  // Not documented where they could be read; the lowest numbers reported.
  limits: { properties: 5_000, depth: 10, enumValues: 1_000 },
}
