import type { ModelInfo } from '../provider'

const CAPABLE = { tools: true, images: true, reasoning: true }

/** Ids as the SDK of this release names them; what an account may use, only the service knows. */
export const OPENAI_MODELS: readonly ModelInfo[] = [
  { id: 'gpt-6.1-sol', name: 'GPT-6.1 Sol', capabilities: CAPABLE },
  { id: 'gpt-6.1-terra', name: 'GPT-6.1 Terra', capabilities: CAPABLE },
  { id: 'gpt-6-astra', name: 'GPT-6 Astra', capabilities: CAPABLE },
  { id: 'gpt-6-sol', name: 'GPT-6 Sol', capabilities: CAPABLE },
  { id: 'gpt-6-luna', name: 'GPT-6 Luna', capabilities: CAPABLE },
  { id: 'gpt-5.6-sol', name: 'GPT-5.6 Sol', capabilities: CAPABLE },
  { id: 'gpt-5.6-luna', name: 'GPT-5.6 Luna', capabilities: CAPABLE },
  { id: 'gpt-5.5', name: 'GPT-5.5', capabilities: CAPABLE },
  { id: 'gpt-5.4-mini', name: 'GPT-5.4 mini', capabilities: CAPABLE },
  { id: 'gpt-4.1', name: 'GPT-4.1', capabilities: { ...CAPABLE, reasoning: false } },
  { id: 'gpt-4.1-mini', name: 'GPT-4.1 mini', capabilities: { ...CAPABLE, reasoning: false } },
]
