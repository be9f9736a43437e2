import { PLAIN_DIALECT, type PropertyRule, type SchemaDialect } from '../kit/schema/schema-dialect'
import type { NameRule } from '../kit/tool-names'

/** The vendor takes 128 characters today; older servers of this interface stop at 64. */
export const ANTHROPIC_NAME_RULE: NameRule = { allowed: /[a-zA-Z0-9_-]/, maxLength: 64 }

/** "Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'": one other key refuses the whole request. Only the root is checked. */
const PROPERTY_RULE: PropertyRule = { scope: 'root', allowed: /[a-zA-Z0-9_.-]/, maxLength: 64 }

/** JSON Schema 2020-12 as it is, except for a union at the root, which every dialect folds. */
export const ANTHROPIC_SCHEMA: SchemaDialect = { ...PLAIN_DIALECT, propertyNames: PROPERTY_RULE }

/** What the SDK's own transformer keeps for constrained calls. */
export const ANTHROPIC_STRICT_SCHEMA: SchemaDialect = {
  ...PLAIN_DIALECT,
  keeps: new Set([
    'type', 'properties', 'required', 'items', 'anyOf', 'allOf', '$ref', 'enum', 'const', 'title', 'description', 'format', 'minItems',
    'additionalProperties',
  ]),
  // A map would become a closed empty object: its entries would be lost without a word.
  refuses: new Set(['patternProperties', 'unevaluatedProperties', 'if', 'then', 'else', 'dependentSchemas']),
  formats: new Set(['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'uri', 'ipv4', 'ipv6', 'uuid']),
  maxMinItems: 1,
  unions: 'any-of',
  allOf: 'alone',
  allOfFallback: 'refuse',
  objectUnions: 'fold',
  constants: 'scalar',
  enums: 'scalars',
  types: 'one-or-null',
  references: 'sole',
  recursion: 'refuse',
  openObjects: 'refuse',
  openSchemas: 'refuse',
  typed: true,
  propertyNames: PROPERTY_RULE,
  strict: 'optional',
}
