import type { MessageCreateParamsStreaming } from '@anthropic-ai/sdk/resources/messages'
import type { TurnOrigin } from '#shared/message'
import { createToolNameMap, type ToolNameMap } from '../kit/tool-names'
import type { ModelRequest, Translation } from '../provider'
import { toWireMessages } from './messages'
import { chooseMaxTokens } from './model-family'
import { ANTHROPIC_NAME_RULE, toWireToolChoice, toWireTools } from './tools'

interface WireRequest extends Translation<MessageCreateParamsStreaming> {
  readonly names: ToolNameMap
}

export function toWireRequest(request: ModelRequest, origin: TurnOrigin): WireRequest {
  const names = createToolNameMap(request.tools.map(tool => tool.name), ANTHROPIC_NAME_RULE)
  const tools = toWireTools(request.tools, names)
  const messages = toWireMessages(request.messages, { origin, names })
  const choice = toWireToolChoice(request.toolChoice ?? 'auto', request.model, names)
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
