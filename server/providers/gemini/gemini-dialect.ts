import type { NameRule } from '../kit/tool-names'
import type { SchemaDialect } from '../kit/schema-dialect'

/** Newer documentation allows 128 characters, older servers 64; colons are left out because proxies split on them. */
export const GEMINI_NAME_RULE: NameRule = { allowed: /[a-zA-Z0-9_.-]/, first: /[a-zA-Z_]/, maxLength: 64 }

/** What `parametersJsonSchema` does not list as accepted. Some models ignore such a keyword, others refuse the whole request. */
export const GEMINI_SCHEMA_DIALECT: SchemaDialect = {
  describeKeywords: [
    'allOf', 'const', 'not', 'if', 'then', 'else', 'dependentRequired', 'dependentSchemas', 'patternProperties', 'propertyNames',
    'unevaluatedProperties', 'unevaluatedItems', 'contains', 'minContains', 'maxContains', 'uniqueItems', 'pattern', 'minLength',
    'maxLength', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minProperties', 'maxProperties', 'default', 'examples',
  ],
  completeObjectsAndArrays: true,
}

/** From the third generation on, calls carry ids, answers may hold media, and each step needs a signature. */
export function isThirdGeneration(model: string): boolean {
  return /(?:^|\/)gemini-(?:[3-9]|\d{2}|(?:pro|flash|flash-lite)-latest)/.test(model)
}

/** Models that take the request for thoughts; others answer it with a 400. */
export function canShowThoughts(model: string): boolean {
  return /(?:^|\/)gemini-(?:2\.5|[3-9]|\d{2}|(?:pro|flash|flash-lite)-latest)/.test(model) && !/image|tts|audio|live|embedding/.test(model)
}
