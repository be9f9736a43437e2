import type { ResponseCreateParamsStreaming } from 'openai/resources/responses/responses'
import type { TurnOrigin } from '#shared/message'
import { createToolNameMap, type ToolNameMap } from '../kit/tool-names'
import { OPENAI_NAME_RULE } from '../openai-chat/openai-dialect'
import type { ModelRequest, Translation } from '../provider'
import { toWireMessages } from './messages'
import { isReasoningModel } from './reasoning-model'
import { toWireToolChoice } from './tool-choice'
import { toWireTools } from './tools'

interface WireRequest extends Translation<ResponseCreateParamsStreaming> {
  readonly names: ToolNameMap
}

/** The service stores nothing: the whole conversation goes with each request, encrypted reasoning included. */
export function toWireRequest(request: ModelRequest, origin: TurnOrigin): WireRequest {
  const names = createToolNameMap(request.tools.map(tool => tool.name), OPENAI_NAME_RULE)
  const tools = toWireTools(request.tools, names)
  const messages = toWireMessages(request.messages, { origin, names })
  return {
    names,
    warnings: [...tools.warnings, ...messages.warnings],
    wire: {
      model: request.model,
      ...(request.system && { instructions: request.system }),
      input: messages.wire,
      stream: true,
      store: false,
      ...(isReasoningModel(request.model) && { include: ['reasoning.encrypted_content'], reasoning: { summary: 'auto' } }),
      ...(request.maxOutputTokens !== undefined && { max_output_tokens: request.maxOutputTokens }),
      // A choice without tools is refused.
      ...(tools.wire.length > 0 && { tools: tools.wire, tool_choice: toWireToolChoice(request.toolChoice ?? 'auto', names) }),
    },
  }
}
