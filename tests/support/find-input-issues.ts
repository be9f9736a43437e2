import type { InputIssue } from '#shared/tool-outcome'
import type { JsonSchema } from '#shared/tool'
import { compileInputSchema } from '#server/tools/compile-input-schema'
import type { InputParser, ToolInput } from '#server/tools/tool-source'

const parsers = new WeakMap<JsonSchema, InputParser>()

/** What is wrong with these arguments by this schema, which is compiled once. */
export function findInputIssues(schema: JsonSchema, input: unknown): readonly InputIssue[] {
  const parse = parsers.get(schema) ?? compileInputSchema(schema)
  parsers.set(schema, parse)
  const parsed = parse(input as ToolInput) // a wrong type is what the schema tells
  return parsed.ok ? [] : parsed.issues
}
