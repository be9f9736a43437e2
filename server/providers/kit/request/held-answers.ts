/** Limit for all answers that are being received, in characters: incomplete events, and what large answers have sent so far. */
const MAX_HELD_CHARACTERS = 128 * 1024 * 1024
/** Not counted per answer, so that ordinary answers go on when large ones have used up the limit. */
const FREE_CHARACTERS = 256 * 1024

let total = 0

/** The share of one answer in the limit. */
export interface HeldAnswer {
  /** Sets how much this answer holds now. False, with no change, when the limit for all answers would be exceeded. */
  hold(characters: number): boolean
  release(): void
}

/** Bounds the memory that vendors can fill; one limit for the whole process. */
export function createHeldAnswer(): HeldAnswer {
  let counted = 0
  function hold(characters: number): boolean {
    const growth = Math.max(0, characters - FREE_CHARACTERS) - counted
    if (growth > 0 && total + growth > MAX_HELD_CHARACTERS) return false
    counted += growth
    total += growth
    return true
  }
  return { hold, release: () => void hold(0) }
}
