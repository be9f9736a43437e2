/** Of answers that have come in part and cannot be read yet, in characters, for all of them together. */
const MAX_HELD_CHARACTERS = 128 * 1024 * 1024
/** What each may hold besides: ordinary answers go on beside one that has used up the rest. */
const FREE_CHARACTERS = 256 * 1024

let total = 0

/** The place that one answer takes while it comes in. */
export interface HeldAnswer {
  /** Says how much of it is held now. False, and nothing changed, when all answers together would hold too much. */
  hold(characters: number): boolean
  release(): void
}

/** Bounds the memory that vendors can fill by sending much and ending nothing; counted in one account for the process. */
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
