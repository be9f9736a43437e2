import type { ChatCompletionCreateParamsStreaming } from 'openai/resources/chat/completions'
import type { TurnOrigin } from '#shared/message'
import { createToolNameMap, type ToolNameMap } from '../kit/tool-names'
import type { ModelRequest, Translation } from '../provider'
import { toWireMessages } from './messages'
import { OPENAI_NAME_RULE } from './openai-dialect'
import { toWireToolChoice } from './tool-choice'
import { toWireTools } from './tools'

interface WireRequest extends Translation<ChatCompletionCreateParamsStreaming> {
  readonly names: ToolNameMap
}

export function toWireRequest(request: ModelRequest, origin: TurnOrigin): WireRequest {
  const names = createToolNameMap(request.tools.map(tool => tool.name), OPENAI_NAME_RULE)
  const tools = toWireTools(request.tools, names)
  const messages = toWireMessages(request.messages, { system: request.system, origin, names })
  return {
    names,
    warnings: [...tools.warnings, ...messages.warnings],
    wire: {
      model: request.model,
      messages: messages.wire,
      stream: true,
      stream_options: { include_usage: true },
      ...(request.maxOutputTokens !== undefined && { max_tokens: request.maxOutputTokens }),
      // An empty list is refused, and so is a choice without tools.
      ...(tools.wire.length > 0 && { tools: tools.wire, tool_choice: toWireToolChoice(request.toolChoice ?? 'auto', names) }),
    },
  }
}
