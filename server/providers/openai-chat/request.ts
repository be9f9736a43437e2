import type { ChatCompletionCreateParamsStreaming, ChatCompletionFunctionTool } from 'openai/resources/chat/completions'
import type { TurnOrigin } from '#shared/message'
import { withOverride } from '../kit/request/capability-table'
import { fitSettings } from '../kit/request/fit-settings'
import type { TranslatedTools } from '../kit/tools/translate-tools'
import type { ModelRequest, Translation } from '../provider'
import { toWireMessages } from './messages'
import { isReasoningModel } from './openai-models'
import { chooseProfile, type ServerProfile } from './profiles'
import { findServerSupport } from './server-support'
import { toWireToolChoice } from './tool-choice'
import { toWireTools } from './tools'

interface WireRequest extends Translation<ChatCompletionCreateParamsStreaming> {
  readonly tools: TranslatedTools<ChatCompletionFunctionTool>
}

export function toWireRequest(
  request: ModelRequest, origin: TurnOrigin, profile: ServerProfile = chooseProfile({ baseUrl: origin.endpoint }),
): WireRequest {
  const tools = toWireTools(request.tools, { profile, strictTools: request.strictTools })
  const { names } = tools
  const systemRole = isReasoningModel(request.capabilities?.sameAs ?? request.model) ? profile.reasoningSystemRole : 'system'
  const messages = toWireMessages(request.messages, { system: request.system, systemRole, origin, names, profile })
  const support = withOverride(model => findServerSupport(profile, model), request.model, request.capabilities)
  const { settings, warnings } = fitSettings({ ...request, tools: tools.offered }, support)
  const { toolChoice = 'auto', parallelToolCalls, maxOutputTokens, temperature, reasoningEffort } = settings
  return {
    tools,
    warnings: [...tools.warnings, ...messages.warnings, ...warnings],
    wire: {
      model: request.model,
      messages: messages.wire,
      stream: true,
      ...(profile.sendsStreamOptions && { stream_options: { include_usage: true } }),
      ...(maxOutputTokens !== undefined && { [profile.tokenField]: maxOutputTokens }),
      ...(temperature !== undefined && { temperature }),
      // `none` is sent explicitly, because a model without the field may reason.
      ...(reasoningEffort !== undefined && { reasoning_effort: reasoningEffort }),
      // An empty list is refused, and so are a choice and a switch without tools.
      ...(tools.wire.length > 0 && {
        tools: [...tools.wire],
        tool_choice: toWireToolChoice(toolChoice, names),
        ...(parallelToolCalls !== undefined && { parallel_tool_calls: parallelToolCalls }),
      }),
    },
  }
}
