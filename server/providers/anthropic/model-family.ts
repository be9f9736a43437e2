import type { CapabilityOverride, SettingSupport } from '#shared/model-capabilities'
import { findSupport, withOverride } from '../kit/request/capability-table'
import type { ModelInfo } from '../provider'
import { CLAUDE_FAMILIES } from './capabilities'

const capabilities = { tools: true, images: true, reasoning: true }

export const KNOWN_MODELS: readonly ModelInfo[] = [
  { id: 'claude-fable-5-2', name: 'Claude Fable 5.2', capabilities },
  { id: 'claude-opus-5-5', name: 'Claude Opus 5.5', capabilities },
  { id: 'claude-sonnet-5-5', name: 'Claude Sonnet 5.5', capabilities },
  { id: 'claude-haiku-5-5', name: 'Claude Haiku 5.5', capabilities },
  { id: 'claude-opus-5', name: 'Claude Opus 5', capabilities },
  { id: 'claude-sonnet-5', name: 'Claude Sonnet 5', capabilities },
  { id: 'claude-sonnet-4-6', name: 'Claude Sonnet 4.6', capabilities },
  { id: 'claude-haiku-4-5', name: 'Claude Haiku 4.5', capabilities },
]

/** Half of what it could write is plenty, and what is reserved counts against limits; but a call that is cut off is lost. */
const PLENTY_TOKENS = 32_000
const UNKNOWN_CLAUDE_TOKENS = 128_000
/** Other vendors' models behind an Anthropic interface: small enough for any of them. */
const UNKNOWN_MODEL_TOKENS = 8_192

/** The vendor demands a limit: this one goes out when nobody says another. */
export function chooseMaxTokens(model: string, { maxOutputTokens }: Pick<SettingSupport, 'maxOutputTokens'>): number {
  const most = maxOutputTokens ?? (/claude-/.test(model) ? UNKNOWN_CLAUDE_TOKENS : UNKNOWN_MODEL_TOKENS)
  return Math.min(most, Math.max(PLENTY_TOKENS, Math.floor(most / 2)))
}

/** With what an admin knows better. No model supports a forced call together with a thinking budget, whether known or set by an admin. */
export function fitClaudeSupport(model: string, override: CapabilityOverride | undefined): SettingSupport {
  const support = withOverride(findClaudeSupport, model, override)
  return support.thinking === 'budget' ? { ...support, forcedWithEffort: false } : support
}

export function findClaudeSupport(model: string): SettingSupport {
  return findSupport(CLAUDE_FAMILIES, model)
}
