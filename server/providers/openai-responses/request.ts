import type { FunctionTool, ResponseCreateParamsStreaming } from 'openai/resources/responses/responses'
import type { ReasoningEffort } from '#shared/model-settings'
import type { TurnOrigin } from '#shared/message'
import type { TranslationWarning } from '#shared/run-event'
import { withOverride } from '../kit/request/capability-table'
import { fitSettings, isReasoningEffort } from '../kit/request/fit-settings'
import type { TranslatedTools } from '../kit/tools/translate-tools'
import { findOpenAiSupport, isReasoningModel } from '../openai-chat/openai-models'
import type { ModelRequest, Translation } from '../provider'
import { toWireMessages } from './messages'
import { toWireToolChoice } from './tool-choice'
import { toWireTools } from './tools'

/** "Expected a value >= 16": github.com/earendil-works/pi/issues/6265 */
const LEAST_OUTPUT_TOKENS = 16

interface WireRequest extends Translation<ResponseCreateParamsStreaming> {
  readonly tools: TranslatedTools<FunctionTool>
}

/** The service stores nothing: the whole conversation goes with each request, encrypted reasoning included. */
export function toWireRequest(request: ModelRequest, origin: TurnOrigin): WireRequest {
  const tools = toWireTools(request.tools, request.strictTools)
  const { names } = tools
  const messages = toWireMessages(request.messages, { origin, names })
  const { settings, warnings } = fitSettings({ ...request, tools: tools.offered }, withOverride(
    findOpenAiSupport, request.model, request.capabilities,
  ))
  const { toolChoice = 'auto', parallelToolCalls, maxOutputTokens, temperature, reasoningEffort } = settings
  const reasons = isReasoningModel(request.capabilities?.sameAs ?? request.model)
  return {
    tools,
    warnings: [...tools.warnings, ...messages.warnings, ...warnings, ...warnOfLeast(maxOutputTokens)],
    wire: {
      model: request.model,
      ...(request.system && { instructions: request.system }),
      input: messages.wire,
      stream: true,
      store: false,
      ...(reasons && { include: ['reasoning.encrypted_content'] }),
      ...toWireReasoning(reasoningEffort, reasons),
      ...(maxOutputTokens !== undefined && { max_output_tokens: Math.max(maxOutputTokens, LEAST_OUTPUT_TOKENS) }),
      ...(temperature !== undefined && { temperature }),
      // A choice without tools is refused.
      ...(tools.wire.length > 0 && {
        tools: [...tools.wire],
        tool_choice: toWireToolChoice(toolChoice, names),
        ...(parallelToolCalls !== undefined && { parallel_tool_calls: parallelToolCalls }),
      }),
    },
  }
}

function warnOfLeast(maxOutputTokens = LEAST_OUTPUT_TOKENS): readonly TranslationWarning[] {
  if (maxOutputTokens >= LEAST_OUTPUT_TOKENS) return []
  return [{
    path: '/settings/maxOutputTokens',
    keyword: 'maxOutputTokens',
    action: 'rewritten',
    reason: `The service takes no limit below ${LEAST_OUTPUT_TOKENS} tokens.`,
  }]
}

/** `none` is sent explicitly, because a model without the field reasons. Without reasoning there is nothing to summarise. */
function toWireReasoning(effort: ReasoningEffort | undefined, reasons: boolean): Pick<ResponseCreateParamsStreaming, 'reasoning'> {
  if (effort === undefined) return reasons ? { reasoning: { summary: 'auto' } } : {}
  return { reasoning: { effort, ...(isReasoningEffort(effort) && { summary: 'auto' as const }) } }
}
