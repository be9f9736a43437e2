import type { SettingSupport } from '#shared/model-capabilities'
import { findSupport, TOLERANT, type ModelFamily } from '../kit/request/capability-table'

/*
 * Sources: @ai-sdk/google 4.0.121 for the forms of thinking, the vendor's pages on Gemini 3.8 Flash and 4 Argon
 * (docs.cloud.google.com) for the levels.
 */

/** From the third generation on: a level, and no way to switch thinking off. */
const LEVELS: SettingSupport = {
  ...TOLERANT, efforts: [
    'low', 'medium', 'high',
  ], thinking: 'level', parallelSwitch: false, maxOutputTokens: 65_536, contextWindow: 1_048_576,
}
const BUDGET: SettingSupport = { ...LEVELS, efforts: ['none', 'minimal', 'low', 'medium', 'high'], thinking: 'budget' }
const WITHOUT_THINKING: SettingSupport = { ...LEVELS, efforts: [], thinking: 'none', maxOutputTokens: 8_192 }

/** First match wins. */
const GEMINI_FAMILIES: readonly ModelFamily[] = [
  {
    models: /image|tts|audio|live|embedding|gemma/, support: { ...WITHOUT_THINKING, maxOutputTokens: undefined, contextWindow: undefined },
  },
  { models: /gemini-4-hydrogen/, support: { ...LEVELS, efforts: ['low', 'medium', 'high', 'xhigh'] } },
  { models: /gemini-3-pro/, support: { ...LEVELS, efforts: ['low', 'high'] } },
  // The flash models before 3.8 also know "minimal"; 3.8 dropped it.
  { models: /gemini-3(?:\.[0-7])?-flash/, support: { ...LEVELS, efforts: ['minimal', 'low', 'medium', 'high'] } },
  { models: /gemini-2\.5-pro/, support: { ...BUDGET, efforts: ['minimal', 'low', 'medium', 'high'] } },
  { models: /gemini-2\.5/, support: BUDGET },
  { models: /gemini-[12]\.|gemini-pro(?!-latest)/, support: WITHOUT_THINKING },
  // Later ones, and names that move along with the newest.
  { models: /(?:)/, support: LEVELS },
]

export function findGeminiSupport(model: string): SettingSupport {
  return findSupport(GEMINI_FAMILIES, model)
}
