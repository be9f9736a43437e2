import type { FunctionTool } from 'openai/resources/responses/responses'
import type { ToolDefinition } from '#shared/tool'
import { createToolTarget } from '../kit/tools/tool-target'
import type { ToolDialect } from '../kit/tools/tool-dialect'
import { translateTools, type TranslatedTools } from '../kit/tools/translate-tools'
import { OPENAI_NAME_RULE, OPENAI_SCHEMA, OPENAI_STRICT_SCHEMA } from '../openai-chat/openai-dialect'

/** No limit of count or description: those reported are of the chat interface, and longer lists were read here. */
const DIALECT: ToolDialect<FunctionTool> = {
  nameRule: OPENAI_NAME_RULE,
  schema: OPENAI_SCHEMA,
  strictSchema: OPENAI_STRICT_SCHEMA,
  toWire: ({ name, description, schema, isStrict }) => ({
    type: 'function',
    name,
    ...(description && { description }),
    parameters: { ...schema },
    // Said aloud: left out, the service may rewrite the schema so that nothing is optional.
    strict: isStrict,
  }),
}

export function toWireTools(tools: readonly ToolDefinition[], strictTools?: ReadonlySet<string>): TranslatedTools<FunctionTool> {
  return translateTools(tools, DIALECT, strictTools)
}

export const TOOL_TARGETS = [createToolTarget({ id: 'openai-responses', label: 'OpenAI Responses', dialect: DIALECT })]
