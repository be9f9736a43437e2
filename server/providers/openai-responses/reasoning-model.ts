const REASONING_MODELS = /^(?:ft:)?(?:o\d|gpt-(?:[5-9]|\d{2})|codex)/
/** The chat variants of the same generations do not reason. */
const CHAT_VARIANTS = /-chat(?:-|$)/

/** Only these take `reasoning`, and only they have encrypted reasoning to include: any other answers 400 to both. */
export function isReasoningModel(model: string): boolean {
  return REASONING_MODELS.test(model) && !CHAT_VARIANTS.test(model)
}
