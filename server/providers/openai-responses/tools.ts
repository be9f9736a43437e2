import type { FunctionTool } from 'openai/resources/responses/responses'
import type { ToolDefinition } from '#shared/tool'
import { narrowToolSchema } from '../kit/schema-dialect'
import { createToolNameMap, type ToolNameMap } from '../kit/tool-names'
import { OPENAI_NAME_RULE, OPENAI_SCHEMA_DIALECT } from '../openai-chat/openai-dialect'
import type { ToolTarget, Translation } from '../provider'

export function toWireTools(tools: readonly ToolDefinition[], names: ToolNameMap): Translation<FunctionTool[]> {
  const translated = tools.map((tool) => {
    const { wire: schema, warnings } = narrowToolSchema(tool, OPENAI_SCHEMA_DIALECT)
    const wire: FunctionTool = {
      type: 'function',
      name: names.toWire(tool.name),
      ...(tool.description && { description: tool.description }),
      parameters: { ...schema },
      // Said aloud: left out, the service may rewrite the schema so that nothing is optional.
      strict: false,
    }
    return { wire, warnings }
  })
  return { wire: translated.map(({ wire }) => wire), warnings: translated.flatMap(({ warnings }) => warnings) }
}

export const TOOL_TARGET: ToolTarget = {
  id: 'openai-responses',
  label: 'OpenAI Responses',
  translate: (tool) => {
    const { wire: [wire], warnings } = toWireTools([tool], createToolNameMap([tool.name], OPENAI_NAME_RULE))
    return { ok: true, wire, warnings }
  },
}
