import type { SchemaDialect } from '../kit/schema-dialect'
import type { NameRule } from '../kit/tool-names'

/** Shared by both OpenAI interfaces. Dots, which MCP allows, are refused; so is a 65th character. */
export const OPENAI_NAME_RULE: NameRule = { allowed: /[a-zA-Z0-9_-]/, first: /[a-zA-Z_]/, maxLength: 64 }

/** "object schema missing properties" and "array schema missing items" fail the whole request. */
export const OPENAI_SCHEMA_DIALECT: SchemaDialect = { describeKeywords: [], completeObjectsAndArrays: true }
