import type { Tool } from '@anthropic-ai/sdk/resources/messages'
import type { ToolDefinition } from '#shared/tool'
import { narrowToolSchema, type SchemaDialect } from '../kit/schema-dialect'
import { createToolNameMap, type NameRule, type ToolNameMap } from '../kit/tool-names'
import type { ToolTarget, Translation } from '../provider'

/** The vendor takes 128 characters today; older servers of this interface stop at 64. */
export const ANTHROPIC_NAME_RULE: NameRule = { allowed: /[a-zA-Z0-9_-]/, maxLength: 64 }

/** JSON Schema 2020-12 as it is, except for a union at the root. */
const DIALECT: SchemaDialect = { describeKeywords: [], completeObjectsAndArrays: false }

/**
 * Only the fields the vendor knows: others are refused, and with them the whole request. Never `strict`: its grammar
 * has a budget over all tools of a request, which a few attached servers use up.
 */
export function toWireTools(tools: readonly ToolDefinition[], names: ToolNameMap): Translation<Tool[]> {
  const translated = tools.map((tool) => {
    const schema = narrowToolSchema(tool, DIALECT)
    const wire: Tool = {
      name: names.toWire(tool.name),
      ...(tool.description && { description: tool.description }),
      input_schema: { ...schema.wire, type: 'object' },
    }
    return { wire, warnings: schema.warnings }
  })
  return { wire: translated.map(({ wire }) => wire), warnings: translated.flatMap(({ warnings }) => warnings) }
}

export const TOOL_TARGET: ToolTarget = {
  id: 'anthropic',
  label: 'Anthropic',
  translate: (tool) => {
    const { wire: [wire], warnings } = toWireTools([tool], createToolNameMap([tool.name], ANTHROPIC_NAME_RULE))
    return { ok: true, wire, warnings }
  },
}
