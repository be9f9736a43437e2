import type { ChatCompletionFunctionTool } from 'openai/resources/chat/completions'
import type { ToolDefinition } from '#shared/tool'
import { narrowToolSchema } from '../kit/schema-dialect'
import { createToolNameMap, type ToolNameMap } from '../kit/tool-names'
import type { ToolTarget, Translation } from '../provider'
import { OPENAI_NAME_RULE, OPENAI_SCHEMA_DIALECT } from './openai-dialect'

/** `strict` is never sent: it would forbid optional and open properties, and many servers do not know it. */
export function toWireTools(tools: readonly ToolDefinition[], names: ToolNameMap): Translation<ChatCompletionFunctionTool[]> {
  const translated = tools.map((tool) => {
    const { wire: schema, warnings } = narrowToolSchema(tool, OPENAI_SCHEMA_DIALECT)
    const called = { name: names.toWire(tool.name), ...(tool.description && { description: tool.description }), parameters: { ...schema } }
    return { wire: { type: 'function' as const, function: called }, warnings }
  })
  return { wire: translated.map(({ wire }) => wire), warnings: translated.flatMap(({ warnings }) => warnings) }
}

export const TOOL_TARGET: ToolTarget = {
  id: 'openai-chat',
  label: 'OpenAI Chat',
  translate: (tool) => {
    const { wire: [wire], warnings } = toWireTools([tool], createToolNameMap([tool.name], OPENAI_NAME_RULE))
    return { ok: true, wire, warnings }
  },
}
