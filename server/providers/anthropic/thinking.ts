import type { MessageCreateParamsStreaming, ThinkingConfigParam } from '@anthropic-ai/sdk/resources/messages'
import type { SettingSupport } from '#shared/model-capabilities'
import type { ReasoningEffort } from '#shared/model-settings'
import type { TranslationWarning } from '#shared/run-event'

/** The least that the vendor takes, which must also be less than the whole answer. */
const MIN_BUDGET_TOKENS = 1024

/** Parts of the answer's limit that may be thought: the same steps as in the AI SDK. */
const SHARE: Readonly<Record<Exclude<ReasoningEffort, 'none'>, number>> = {
  minimal: 0.02, low: 0.1, medium: 0.3, high: 0.6, xhigh: 0.9, max: 0.95,
}

interface WireThinking {
  readonly fields: Pick<MessageCreateParamsStreaming, 'thinking' | 'output_config'>
  readonly warnings: readonly TranslationWarning[]
}

/** How much to think, in the form of the model's family. Absent effort: the model's own habit. */
export function toWireThinking(effort: ReasoningEffort | undefined, { thinking }: SettingSupport, maxTokens: number): WireThinking {
  if (effort === undefined) return { fields: {}, warnings: [] }
  if (effort === 'none') return { fields: { thinking: { type: 'disabled' } }, warnings: [] }
  if (thinking !== 'budget') return { fields: { thinking: ADAPTIVE, output_config: { effort: toWireEffort(effort) } }, warnings: [] }
  if (maxTokens <= MIN_BUDGET_TOKENS) {
    return {
      fields: {},
      warnings: [{ path: '/settings/reasoningEffort', keyword: 'reasoningEffort', action: 'removed', reason: `To reason, an answer needs more than ${MIN_BUDGET_TOKENS} tokens; this one may have ${maxTokens}.` }],
    }
  }
  const wanted = Math.max(MIN_BUDGET_TOKENS, Math.round(maxTokens * SHARE[effort]))
  return { fields: { thinking: { type: 'enabled', budget_tokens: Math.min(wanted, maxTokens - 1) } }, warnings: [] }
}

/** Newer models hide their thoughts unless asked; who sets an effort wants to see what it buys. */
const ADAPTIVE: ThinkingConfigParam = { type: 'adaptive', display: 'summarized' }

function toWireEffort(effort: Exclude<ReasoningEffort, 'none'>) {
  return effort === 'minimal' ? 'low' : effort
}
