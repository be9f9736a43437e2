import type { SettingSupport } from '#shared/model-capabilities'
import type { ReasoningEffort } from '#shared/model-settings'

export interface WireThinkingConfig {
  readonly includeThoughts?: boolean
  readonly thinkingLevel?: ReasoningEffort
  readonly thinkingBudget?: number
}

/** Tokens, as Google's own OpenAI form maps the words; `minimal` is the least that every model of 2.5 takes. */
const BUDGETS: Readonly<Record<ReasoningEffort, number>> = { none: 0, minimal: 512, low: 1024, medium: 8192, high: 24_576, xhigh: 24_576, max: 24_576 }

/** How much to think: a level from the third generation on, a number of tokens before; never both. */
export function toWireThinking(effort: ReasoningEffort | undefined, { thinking }: SettingSupport): WireThinkingConfig {
  if (effort === undefined || thinking === 'none') return {}
  return thinking === 'budget' ? { thinkingBudget: BUDGETS[effort] } : { thinkingLevel: effort }
}
