import type { MessageCreateParamsStreaming } from '@anthropic-ai/sdk/resources/messages'
import type { TurnOrigin } from '#shared/message'
import type { ToolDefinition } from '#shared/tool'
import { createToolNameMap, type ToolNameMap } from '../kit/tool-names'
import type { ModelRequest, Translation } from '../provider'
import { toWireMessages } from './messages'
import { chooseMaxTokens } from './model-family'
import { toWireToolChoice } from './tool-choice'
import { ANTHROPIC_NAME_RULE, toWireTools } from './tools'

interface WireRequest extends Translation<MessageCreateParamsStreaming> {
  readonly names: ToolNameMap
}

export function toWireRequest(request: ModelRequest, origin: TurnOrigin): WireRequest {
  const names = createToolNameMap(request.tools.map(tool => tool.name), ANTHROPIC_NAME_RULE)
  const tools = toWireTools(chooseTools(request), names)
  const messages = toWireMessages(request.messages, { origin, names })
  const choice = toWireToolChoice(request.tools.length > 0 ? request.toolChoice ?? 'auto' : 'none', request.model, names)
  const hasTools = tools.wire.length > 0
  return {
    names,
    warnings: [...tools.warnings, ...messages.warnings, ...(hasTools ? choice.warnings : [])],
    wire: {
      model: request.model,
      max_tokens: request.maxOutputTokens ?? chooseMaxTokens(request.model),
      stream: true,
      ...(request.system && { system: request.system }),
      messages: messages.wire,
      // An empty list is refused, and so is a choice without tools.
      ...(hasTools && { tools: tools.wire, tool_choice: choice.wire }),
    },
  }
}

/**
 * With no tool on offer, those of earlier calls are declared by name alone and forbidden by the choice: Bedrock behind
 * this interface refuses a history with calls when no tools are declared (github.com/vercel/ai/pull/7537).
 */
function chooseTools({ tools, messages }: ModelRequest): readonly ToolDefinition[] {
  if (tools.length > 0) return tools
  const called = messages.flatMap(message => message.role === 'assistant' ? message.parts : []).filter(part => part.type === 'tool-call')
  return [...new Set(called.map(({ name }) => name))].map(name => ({ name, description: '', inputSchema: { type: 'object' }, annotations: {} }))
}
