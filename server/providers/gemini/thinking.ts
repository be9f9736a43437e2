import type { SettingSupport } from '#shared/model-capabilities'
import type { ReasoningEffort } from '#shared/model-settings'

export interface WireThinkingConfig {
  readonly includeThoughts?: boolean
  readonly thinkingLevel?: ReasoningEffort
  readonly thinkingBudget?: number
}

/** Tokens, as Google's own OpenAI form maps the words; `minimal` is the least that every model of 2.5 takes. */
const BUDGETS: Readonly<Record<ReasoningEffort, number>> = {
  none: 0, minimal: 512, low: 1024, medium: 8192, high: 24_576, xhigh: 24_576, max: 24_576,
}

interface ThinkingWish {
  readonly model: string
  /** Absent: the model's own habit. */
  readonly effort?: ReasoningEffort
}

/** How much to think, a level from the third generation on, a number of tokens before, never both; and to show it. */
export function toWireThinking({ model, effort }: ThinkingWish, { thinking }: SettingSupport): WireThinkingConfig {
  return { ...(showsThoughts(model, effort) && { includeThoughts: true }), ...toAmount(effort, thinking) }
}

function toAmount(effort: ReasoningEffort | undefined, thinking: SettingSupport['thinking']): WireThinkingConfig {
  if (effort === undefined || thinking === 'none') return {}
  return thinking === 'budget' ? { thinkingBudget: BUDGETS[effort] } : { thinkingLevel: effort }
}

/** Models that think; others answer the request for thoughts with a 400. */
const THINKING_MODEL = /(?:^|\/)gemini-(?:2\.5|[3-9]|\d{2}|(?:pro|flash|flash-lite)-latest)/
const WITHOUT_THOUGHTS = /image|tts|audio|live|embedding/
const THINKS_WHEN_TOLD = /gemini-2\.5-flash-lite/

/** Where nothing is thought, asking for thoughts is refused: "include_thoughts is only enabled when thinking is enabled". */
function showsThoughts(model: string, effort: ReasoningEffort | undefined): boolean {
  if (!THINKING_MODEL.test(model) || WITHOUT_THOUGHTS.test(model)) return false
  return effort === undefined ? !THINKS_WHEN_TOLD.test(model) : effort !== 'none'
}
