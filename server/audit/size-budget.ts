/** How much JSON text may still be written. It is spent along the walk, so that what is cut keeps its shape. */
export interface Budget {
  /** The text after `clean`, cut to what is left. */
  takeText(text: string, clean: (text: string) => string): string
  /** Pays for the marks around one item, and for its key. */
  takeMarks(key?: string): void
  isSpent(): boolean
}

/** More than any secret is long: one that straddles the cut is seen whole, and removed, before it is cut. */
export const SECRET_SLACK = 4096

export function createBudget(maxBytes: number): Budget {
  let left = maxBytes
  const take = (text: string) => {
    left -= Buffer.byteLength(JSON.stringify(text)) + 1
  }
  return {
    takeText: (text, clean) => {
      const remaining = Math.max(0, left)
      const cleaned = clean(text.slice(0, remaining + SECRET_SLACK))
      const bytes = Buffer.byteLength(JSON.stringify(cleaned))
      if (bytes <= remaining && text.length <= remaining + SECRET_SLACK) {
        left -= bytes + 1
        return cleaned
      }
      // In JSON a character takes one to six bytes; the share that fits is taken as even.
      const fits = bytes <= remaining ? cleaned.length : Math.floor(cleaned.length * remaining / bytes)
      const kept = `${cleaned.slice(0, fits)}… [cut: ${text.length} characters in all]`
      take(kept)
      return kept
    },
    takeMarks: key => key === undefined ? void (left -= 1) : take(key),
    isSpent: () => left <= 0,
  }
}
