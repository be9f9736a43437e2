import type { ProviderKind, ProviderListing } from '#shared/provider'

type AddableKind = Exclude<ProviderKind, 'demo'>

export interface ProviderKindWording {
  readonly value: AddableKind
  readonly label: string
  readonly description: string
  readonly defaultBaseUrl?: string
  readonly keyNeeded: boolean
  /** The variables that set this provider without the screen. */
  readonly environment: readonly string[]
}

export const PROVIDER_KINDS: readonly ProviderKindWording[] = [
  {
    value: 'anthropic', label: 'Anthropic', description: 'Claude models', keyNeeded: true,
    defaultBaseUrl: 'https://api.anthropic.com', environment: ['ANTHROPIC_API_KEY', 'ANTHROPIC_BASE_URL'],
  },
  {
    value: 'openai', label: 'OpenAI', description: 'GPT models', keyNeeded: true,
    defaultBaseUrl: 'https://api.openai.com/v1', environment: ['OPENAI_API_KEY', 'OPENAI_BASE_URL'],
  },
  {
    value: 'gemini', label: 'Google Gemini', description: 'Gemini models', keyNeeded: true,
    defaultBaseUrl: 'https://generativelanguage.googleapis.com', environment: ['GEMINI_API_KEY', 'GEMINI_BASE_URL'],
  },
  {
    value: 'openai-compatible', label: 'OpenAI-compatible server', description: 'Ollama, llama.cpp, vLLM, OpenRouter and the like',
    keyNeeded: false, environment: ['OPENAI_BASE_URL', 'OPENAI_API_KEY'],
  },
]

export const PROVIDER_ORIGIN_WORDING: Readonly<Record<ProviderListing['origin'], { readonly label: string, readonly description: string }>> = {
  'environment': { label: 'Environment', description: 'Set by environment variables. Change it there and restart.' },
  'built-in': { label: 'Built in', description: 'Part of Patchbay. Needs no key and no network.' },
  'admin': { label: 'Added here', description: 'Added by an administrator. The key is stored encrypted.' },
}

export function describeProviderKind(kind: ProviderKind): string {
  return PROVIDER_KINDS.find(one => one.value === kind)?.label ?? 'Demo model'
}
