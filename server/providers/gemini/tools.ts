import type { JsonSchema, ToolDefinition } from '#shared/tool'
import { narrowToolSchema } from '../kit/schema-dialect'
import { createToolNameMap, type ToolNameMap } from '../kit/tool-names'
import type { ToolTarget, Translation } from '../provider'
import { GEMINI_NAME_RULE, GEMINI_SCHEMA_DIALECT } from './gemini-dialect'
import { rewriteSchema } from './rewrite-schema'

export interface WireDeclaration {
  readonly name: string
  readonly description: string
  /** Not `parameters`, which knows only a part of OpenAPI 3.0 and refuses the rest. */
  readonly parametersJsonSchema: JsonSchema
}

export function toWireTools(tools: readonly ToolDefinition[], names: ToolNameMap): Translation<WireDeclaration[]> {
  const translated = tools.map((tool) => {
    const { wire: schema, warnings } = narrowToolSchema({ ...tool, inputSchema: rewriteSchema(tool.inputSchema) }, GEMINI_SCHEMA_DIALECT)
    return { wire: { name: names.toWire(tool.name), description: tool.description, parametersJsonSchema: schema }, warnings }
  })
  return { wire: translated.map(({ wire }) => wire), warnings: translated.flatMap(({ warnings }) => warnings) }
}

export const TOOL_TARGET: ToolTarget = {
  id: 'gemini',
  label: 'Gemini',
  translate: (tool) => {
    const { wire: [wire], warnings } = toWireTools([tool], createToolNameMap([tool.name], GEMINI_NAME_RULE))
    return { ok: true, wire, warnings }
  },
}
