import type { MessageCreateParamsStreaming, ThinkingConfigParam } from '@anthropic-ai/sdk/resources/messages'
import type { SettingSupport } from '#shared/model-capabilities'
import type { ReasoningEffort } from '#shared/model-settings'
import type { TranslationWarning } from '#shared/run-event'
import { isReasoningEffort } from '../kit/request/fit-settings'

/** The least that the vendor takes, which must also be less than the whole answer. */
const MIN_BUDGET_TOKENS = 1024

/** Parts of the answer's limit that may be thought: the same steps as in the AI SDK. */
const SHARE: Readonly<Record<Exclude<ReasoningEffort, 'none'>, number>> = {
  minimal: 0.02, low: 0.1, medium: 0.3, high: 0.6, xhigh: 0.9, max: 0.95,
}

type WireThinking = Pick<MessageCreateParamsStreaming, 'thinking' | 'output_config'>

/** How much to think, in the form of the model's family. Absent effort: the model's own habit. */
export function toWireThinking(effort: ReasoningEffort | undefined, { thinking }: SettingSupport, maxTokens: number): WireThinking {
  if (effort === undefined) return {}
  if (effort === 'none') return { thinking: { type: 'disabled' } }
  if (thinking !== 'budget') return { thinking: ADAPTIVE, output_config: { effort: toWireEffort(effort) } }
  const wanted = Math.max(MIN_BUDGET_TOKENS, Math.round(maxTokens * SHARE[effort]))
  return { thinking: { type: 'enabled', budget_tokens: Math.min(wanted, maxTokens - 1) } }
}

interface BudgetContext {
  readonly maxTokens: number
  /** Whether the last turn lets thinking by a budget go on; see `continuesThinking`. */
  readonly continuesThinking: boolean
}

/** Why this request may not ask for thinking by a budget, however much it wants to; other forms have no such rules. */
export function explainBudget(
  effort: ReasoningEffort | undefined, { thinking, efforts }: SettingSupport, { maxTokens, continuesThinking }: BudgetContext,
): TranslationWarning | undefined {
  if (thinking !== 'budget' || efforts.length === 0 || !isReasoningEffort(effort)) return undefined
  if (maxTokens <= MIN_BUDGET_TOKENS) {
    return warn(`To reason, an answer needs more than ${MIN_BUDGET_TOKENS} tokens; this one may have ${maxTokens}.`)
  }
  return continuesThinking
    ? undefined
    : warn(
        'The last turn called tools without thinking of this model, which then refuses to begin thinking; it answers this request without.',
      )
}

function warn(reason: string): TranslationWarning {
  return { path: '/settings/reasoningEffort', keyword: 'reasoningEffort', action: 'removed', reason }
}

/** Newer models hide their thoughts unless asked; who sets an effort wants to see what it buys. */
const ADAPTIVE: ThinkingConfigParam = { type: 'adaptive', display: 'summarized' }

function toWireEffort(effort: Exclude<ReasoningEffort, 'none'>) {
  return effort === 'minimal' ? 'low' : effort
}
