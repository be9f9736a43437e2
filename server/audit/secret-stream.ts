/** Removes known secrets from text that comes in pieces, also a secret that is spread over several of them. */
export interface SecretStream {
  /** Returns what can be shown. The end of the text is held back only while it may be the start of a secret. */
  push(text: string): string
  /** Returns the text that was held back. */
  end(): string
}

const UNFILTERED: SecretStream = { push: text => text, end: () => '' }

/** `needles`: what to look for, the longest first. A piece costs the same at the start and at the end of a long text. */
export function createSecretStreams(needles: readonly string[], replacement: string): () => SecretStream {
  if (needles.length === 0) return () => UNFILTERED
  const whole = new RegExp(needles.map(RegExp.escape).join('|'), 'g')
  const firstCharacters = new Set(needles.map(needle => needle.charAt(0)))
  const maxHeld = Math.max(...needles.map(needle => needle.length)) - 1

  /** Where the longest end of the text begins that may be the start of a secret. */
  function findHeld(text: string, from: number): number {
    for (let index = Math.max(from, text.length - maxHeld); index < text.length; index += 1) {
      if (!firstCharacters.has(text.charAt(index))) continue
      const end = text.slice(index)
      if (needles.some(needle => needle.length > end.length && needle.startsWith(end))) return index
    }
    return text.length
  }

  return () => {
    let held = ''
    return {
      push: (piece) => {
        const text = held + piece
        let clean = ''
        let from = 0
        for (const { 0: secret, index } of text.matchAll(whole)) {
          // A secret may be the start of a longer one: which of the two it is, the next piece tells.
          if (index >= findHeld(text, from)) break
          clean += text.slice(from, index) + replacement
          from = index + secret.length
        }
        const heldFrom = findHeld(text, from)
        held = text.slice(heldFrom)
        return clean + text.slice(from, heldFrom)
      },
      end: () => {
        const rest = held.replace(whole, replacement)
        held = ''
        return rest
      },
    }
  }
}
