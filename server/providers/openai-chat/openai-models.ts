import type { SettingSupport } from '#shared/model-capabilities'
import { findSupport, TOLERANT, type ModelFamily } from '../kit/request/capability-table'

/*
 * OpenAI's own models, for both of its interfaces. Sources: types of openai 7.55.0, the vendor's pages on GPT-5.4 to
 * GPT-6.1 (developers.openai.com/api/docs/models), and the AI SDK's table. Of GPT-6.2 there is one third-party report.
 */

const REASONS: SettingSupport = { ...TOLERANT, temperature: 'effort-none', maxOutputTokens: 128_000 }
const FROM_NONE: SettingSupport = { ...REASONS, efforts: ['none', 'low', 'medium', 'high', 'xhigh', 'max'] }
const ALWAYS_REASONS: SettingSupport = { ...REASONS, temperature: 'never', efforts: ['low', 'medium', 'high', 'xhigh', 'max'] }
const CLASSIC: SettingSupport = { ...TOLERANT, efforts: [], thinking: 'none' }
const SIXTH = { contextWindow: 1_050_000 }

/** From GPT-5.4 on the chat interface refuses tools beside reasoning: github.com/danny-avila/LibreChat/issues/14231 */
const NO_TOOLS_BESIDE_EFFORT = { toolsWithEffort: false }

/** First match wins. `chat`: what is otherwise in the chat interface. */
const OPENAI_FAMILIES: readonly (ModelFamily & { readonly chat?: Partial<SettingSupport> })[] = [
  // The chat variants of the same generations do not reason.
  { models: /gpt-[\d.]+-chat|chatgpt/, support: CLASSIC },
  {
    models: /gpt-6\.2/, support: { ...ALWAYS_REASONS, ...SIXTH, efforts: ['low', 'medium', 'high', 'xhigh'] }, chat: NO_TOOLS_BESIDE_EFFORT,
  },
  { models: /gpt-6(?:-astra|\.1-sol)/, support: { ...ALWAYS_REASONS, ...SIXTH }, chat: NO_TOOLS_BESIDE_EFFORT },
  { models: /gpt-6/, support: { ...FROM_NONE, ...SIXTH }, chat: NO_TOOLS_BESIDE_EFFORT },
  { models: /gpt-(?:5\.6|[7-9]|\d{2})/, support: FROM_NONE, chat: NO_TOOLS_BESIDE_EFFORT },
  { models: /gpt-5\.\d-pro/, support: { ...ALWAYS_REASONS, efforts: ['medium', 'high', 'xhigh'] } },
  { models: /gpt-5-pro/, support: { ...ALWAYS_REASONS, efforts: ['high'] } },
  { models: /gpt-5(?:\.1)?-codex(?!-max)/, support: { ...ALWAYS_REASONS, efforts: ['low', 'medium', 'high'] } },
  { models: /codex/, support: { ...ALWAYS_REASONS, efforts: ['low', 'medium', 'high', 'xhigh'] } },
  { models: /gpt-5\.[45]/, support: { ...REASONS, efforts: ['none', 'low', 'medium', 'high', 'xhigh'] }, chat: NO_TOOLS_BESIDE_EFFORT },
  { models: /gpt-5\.[23]/, support: { ...REASONS, efforts: ['none', 'low', 'medium', 'high', 'xhigh'], contextWindow: 400_000 } },
  { models: /gpt-5\.1/, support: { ...REASONS, efforts: ['none', 'low', 'medium', 'high'], contextWindow: 400_000 } },
  { models: /gpt-5/, support: { ...ALWAYS_REASONS, efforts: ['minimal', 'low', 'medium', 'high'], contextWindow: 400_000 } },
  { models: /(?:^|[/:])o\d/, support: {
    ...ALWAYS_REASONS, efforts: ['low', 'medium', 'high'], maxOutputTokens: 100_000, contextWindow: 200_000,
  },
  // "Unsupported parameter: 'parallel_tool_calls'": github.com/langchain-ai/langchain/issues/29704
  chat: { parallelSwitch: false } },
  { models: /gpt-4\.1/, support: { ...CLASSIC, maxOutputTokens: 32_768, contextWindow: 1_047_576 } },
  { models: /gpt-4o/, support: { ...CLASSIC, maxOutputTokens: 16_384, contextWindow: 128_000 } },
  { models: /gpt-(?:4|3\.5)/, support: CLASSIC },
]

export function findOpenAiSupport(model: string): SettingSupport {
  return findSupport(OPENAI_FAMILIES, model)
}

export function findChatSupport(model: string): SettingSupport {
  return { ...findOpenAiSupport(model), ...OPENAI_FAMILIES.find(({ models }) => models.test(model))?.chat }
}

const REASONING_MODELS = /(?:^|[/:])(?:o\d|gpt-(?:[5-9]|\d{2})|codex)/
const CHAT_VARIANTS = /-chat(?:-|$)/

/** Only these take `reasoning`, and only they have encrypted reasoning to include: any other answers 400 to both. */
export function isReasoningModel(model: string): boolean {
  return REASONING_MODELS.test(model) && !CHAT_VARIANTS.test(model)
}
