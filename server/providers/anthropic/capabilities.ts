import type { SettingSupport } from '#shared/model-capabilities'
import type { ReasoningEffort } from '#shared/model-settings'
import { TOLERANT, type ModelFamily } from '../kit/request/capability-table'

/*
 * As the interface of version 2023-06-01 has it, which is the one we send. Sources: the table of models in the AI SDK
 * (@ai-sdk/anthropic 4.0.105) and the vendor's pages on Opus 5, Opus 5.5 and Haiku 5.5 (platform.claude.com/docs).
 */

const WORDS: readonly ReasoningEffort[] = ['low', 'medium', 'high', 'xhigh', 'max']

/** Always thinks, takes no temperature, and refuses a forced call. */
const NEWEST: SettingSupport = {
  temperature: 'never',
  maxTemperature: 1,
  efforts: [...WORDS],
  thinking: 'adaptive',
  toolChoices: ['auto', 'none'],
  forcedWithEffort: true,
  parallelSwitch: true,
  toolsWithEffort: true,
  maxOutputTokens: 128_000,
  contextWindow: 1_000_000,
}
const ALWAYS_THINKING: SettingSupport = { ...NEWEST, toolChoices: [...TOLERANT.toolChoices] }
const ADAPTIVE: SettingSupport = { ...ALWAYS_THINKING, efforts: ['none', ...WORDS] }
/** Thinks for a number of tokens, and only when asked to; it then takes no temperature and refuses a forced call. */
const BUDGETED: SettingSupport = {
  ...TOLERANT,
  temperature: 'without-effort',
  maxTemperature: 1,
  thinking: 'budget',
  forcedWithEffort: false,
  maxOutputTokens: 64_000,
  contextWindow: 200_000,
}
const WITHOUT_THINKING: SettingSupport = { ...BUDGETED, temperature: 'always', efforts: [], thinking: 'none' }

/** First match wins. Some gateways write a version with a dot; a date may stand where another model has its minor version. */
export const CLAUDE_FAMILIES: readonly ModelFamily[] = [
  { models: /claude-(?:(?:opus|sonnet)-5[-.]5|(?:fable|mythos)-5[-.][12](?!\d))/, support: NEWEST },
  { models: /claude-(?:fable|mythos)/, support: ALWAYS_THINKING },
  { models: /claude-(?:haiku-5[-.]5|opus-5|sonnet-5)/, support: ADAPTIVE },
  { models: /claude-opus-4[-.][78]/, support: { ...ADAPTIVE, contextWindow: undefined } },
  {
    models: /claude-(?:opus|sonnet)-4[-.]6/,
    // A forced call beside adaptive thinking is taken; beside a budget it is not.
    support: { ...ADAPTIVE, temperature: 'without-effort', efforts: ['none', 'low', 'medium', 'high', 'max'], contextWindow: undefined },
  },
  { models: /claude-opus-4(?![-.]5)/, support: { ...BUDGETED, maxOutputTokens: 32_000 } },
  { models: /claude-(?:(?:opus|sonnet|haiku)-4|3[-.]7)/, support: BUDGETED },
  { models: /claude-3-(?:opus|sonnet|haiku)/, support: { ...WITHOUT_THINKING, maxOutputTokens: 4_096 } },
  { models: /claude-3/, support: { ...WITHOUT_THINKING, maxOutputTokens: 8_192 } },
  // A Claude that came later: like its elders, but never forbidden to be forced, which is for it to say.
  { models: /claude-/, support: { ...ALWAYS_THINKING, maxOutputTokens: undefined, contextWindow: undefined } },
  // Other vendors' models behind this interface.
  { models: /(?:)/, support: { ...TOLERANT, thinking: 'budget', forcedWithEffort: false } },
]
