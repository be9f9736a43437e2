import type { Tool } from '@anthropic-ai/sdk/resources/messages'
import type { ToolDefinition } from '#shared/tool'
import { createToolTarget } from '../kit/tools/tool-target'
import type { ToolDialect } from '../kit/tools/tool-dialect'
import { translateTools, type TranslatedTools } from '../kit/tools/translate-tools'
import { ANTHROPIC_NAME_RULE, ANTHROPIC_SCHEMA, ANTHROPIC_STRICT_SCHEMA } from './anthropic-dialect'

/** Only the fields the vendor knows: others are refused, and with them the whole request. */
const DIALECT: ToolDialect<Tool> = {
  nameRule: ANTHROPIC_NAME_RULE,
  schema: ANTHROPIC_SCHEMA,
  strictSchema: ANTHROPIC_STRICT_SCHEMA,
  // Over all strict tools of a request: github.com/anthropics/anthropic-sdk-typescript/issues/885
  strictBudget: { tools: 20, optionalProperties: 24, unionProperties: 16 },
  toWire: ({ name, description, schema, isStrict }) => ({
    name,
    ...(description && { description }),
    input_schema: { ...schema, type: 'object' },
    ...(isStrict && { strict: true }),
  }),
}

export function toWireTools(tools: readonly ToolDefinition[], strictTools?: ReadonlySet<string>): TranslatedTools<Tool> {
  return translateTools(tools, DIALECT, strictTools)
}

export const TOOL_TARGETS = [
  createToolTarget({ id: 'anthropic', label: 'Anthropic', dialect: DIALECT }),
  createToolTarget({ id: 'anthropic-strict', label: 'Anthropic strict', dialect: DIALECT, isStrict: true }),
]
