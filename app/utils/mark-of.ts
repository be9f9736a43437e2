export interface Mark { readonly color: string, readonly letters: string }

const SOURCE_MARKS = 6
const MODEL_MARKS = 4
/** Letters keep this much of their hue, and lie on this much of it: so all can be read on each surface of both themes. */
export const MARK_INK_PERCENT = 65
export const MARK_TINT_PERCENT = 18

/** FNV-1a starts anywhere; from here the built-in sources and the known vendors all get marks of their own. */
const SEED = 149

/** A tool source's fixed mark. It comes from the id alone, so that it is the same on every screen and every machine. */
export function markOfSource(sourceId: string | undefined): Mark {
  return { color: `var(--mark-${hash(sourceId ?? '') % SOURCE_MARKS})`, letters: lettersOf(sourceId ?? '?') }
}

/** A provider's mark, from quieter colours than the sources', so that model time and tool time never look alike. */
export function markOfModel(modelId: string): Mark {
  const provider = modelId.split('/')[0] ?? ''
  return { color: `var(--mark-model-${hash(provider) % MODEL_MARKS})`, letters: lettersOf(provider || '?') }
}

function lettersOf(id: string) {
  return id.replace(/[^a-z0-9]/gi, '').slice(0, 2).toLowerCase() || '?'
}

/** The last step mixes the high bits in: a remainder sees only the low ones. */
function hash(text: string) {
  let value = SEED
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return (value ^ (value >>> 15)) >>> 0
}
