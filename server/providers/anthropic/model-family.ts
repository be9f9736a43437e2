import type { ModelInfo } from '../provider'

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

/** Matched against the id anywhere, because gateways put a vendor or a region before it. First match wins. */
const MAX_OUTPUT_TOKENS: readonly (readonly [RegExp, number])[] = [
  [/claude-(?:3-opus|3-sonnet|3-haiku)/, 4_096],
  [/claude-3/, 8_192],
  [/claude-(?:opus|sonnet|haiku)-4(?!-[678])/, 32_000],
  [/claude-/, 64_000],
]
/** Other vendors' models behind an Anthropic interface: small enough for any of them. */
const UNKNOWN_MODEL_OUTPUT_TOKENS = 8_192

/** The vendor demands a limit. Generous, because a call that is cut off is lost; half of what newer models could write. */
export function chooseMaxTokens(model: string): number {
  return MAX_OUTPUT_TOKENS.find(([family]) => family.test(model))?.[1] ?? UNKNOWN_MODEL_OUTPUT_TOKENS
}

/** Newer models think always, and refuse a forced call with it. */
export function takesForcedToolChoice(model: string): boolean {
  return !/claude-(?:(?:sonnet|opus)-5-5|(?:fable|mythos)-5-[12])/.test(model)
}
