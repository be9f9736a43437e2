import { PLAIN_DIALECT, type SchemaDialect } from '../kit/schema/schema-dialect'
import type { NameRule } from '../kit/tool-names'

/** Newer documentation allows 128 characters, older servers 64; colons are left out because proxies split on them. */
export const GEMINI_NAME_RULE: NameRule = { allowed: /[a-zA-Z0-9_.-]/, first: /[a-zA-Z_]/, maxLength: 64 }

/** `parametersJsonSchema`. Some models ignore a keyword that is not listed here, others refuse the whole request. */
export const GEMINI_SCHEMA: SchemaDialect = {
  ...PLAIN_DIALECT,
  keeps: new Set([
    '$ref', 'type', 'format', 'title', 'description', 'enum', 'items', 'prefixItems', 'minItems', 'maxItems', 'minimum', 'maximum',
    'anyOf', 'oneOf',
    'properties', 'additionalProperties', 'required',
  ]),
  // Bounds of about 960 in all are "too many states for serving" (github.com/googleapis/python-genai/issues/2170).
  maxCount: 100,
  allOf: 'merge',
  objectUnions: 'required-only',
  constants: 'enum',
  enums: 'strings-or-numbers',
  references: 'wrap',
  recursion: 'optional',
  openObjects: 'complete',
  openArrays: 'complete',
}

/**
 * `parameters`, a part of OpenAPI 3.0, for endpoints that do not know the other field. One unknown keyword refuses all
 * tools, so this is what goes out, and nothing else.
 */
export const GEMINI_OPENAPI_SCHEMA: SchemaDialect = {
  ...PLAIN_DIALECT,
  keeps: new Set([
    'type', 'format', 'title', 'description', 'nullable', 'enum', 'items', 'minItems', 'maxItems', 'properties', 'required',
    'minProperties', 'maxProperties',
    'minimum', 'maximum', 'minLength', 'maxLength', 'pattern', 'example', 'anyOf', 'default',
  ]),
  formats: new Set(['date-time', 'enum', 'int32', 'int64', 'float', 'double']),
  unions: 'any-of',
  allOf: 'merge',
  objectUnions: 'fold',
  constants: 'enum',
  enums: 'strings',
  types: 'nullable',
  references: 'inline',
  recursion: 'cut',
  openObjects: 'text',
  openArrays: 'text',
  openSchemas: 'text',
  typed: true,
  propertyNames: { scope: 'all', allowed: /\w/, first: /[a-zA-Z_]/, maxLength: 64 },
}

/** Served beside Gemini, from another server, which takes less. */
export function isGemma(model: string): boolean {
  return /(?:^|\/)gemma-/.test(model)
}

/** Models whose endpoints know only the older field. */
export function needsOpenApi(model: string): boolean {
  return isGemma(model) || /(?:^|\/)gemini-1\./.test(model)
}

/** From the third generation on, calls carry ids, answers may hold media, and each step needs a signature. */
export function isThirdGeneration(model: string): boolean {
  return /(?:^|\/)gemini-(?:[3-9]|\d{2}|(?:pro|flash|flash-lite)-latest)/.test(model)
}
