import type { ModelInfo } from '../provider'

const CAPABILITIES = { tools: true, images: true, reasoning: true }
const CONTEXT_WINDOW = 1_048_576

/** General models of November 2026; what a key may really use, only Google can say. */
export const KNOWN_GEMINI_MODELS: readonly ModelInfo[] = [
  { id: 'gemini-4-argon', name: 'Gemini 4 Argon', capabilities: CAPABILITIES },
  { id: 'gemini-3.8-flash', name: 'Gemini 3.8 Flash', contextWindow: CONTEXT_WINDOW, capabilities: CAPABILITIES },
  { id: 'gemini-3.6-flash', name: 'Gemini 3.6 Flash', contextWindow: CONTEXT_WINDOW, capabilities: CAPABILITIES },
  { id: 'gemini-3.5-flash-lite', name: 'Gemini 3.5 Flash-Lite', contextWindow: CONTEXT_WINDOW, capabilities: CAPABILITIES },
  { id: 'gemini-3.1-flash-lite', name: 'Gemini 3.1 Flash-Lite', contextWindow: CONTEXT_WINDOW, capabilities: CAPABILITIES },
]
