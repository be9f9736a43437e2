import type { WirePart } from './content'

/**
 * Joins the parts of a streamed turn for replay. Only plain pieces of the same text grow together: a signature is valid
 * on exactly the part that it came with.
 */
export function appendPart(parts: readonly WirePart[], next: WirePart): WirePart[] {
  const last = parts.at(-1)
  if (next.text === '' && !next.thoughtSignature && isPlainText(next)) return [...parts]
  if (!last || !isPlainText(last) || !isPlainText(next) || (last.thought ?? false) !== (next.thought ?? false)) return [...parts, next]
  return [...parts.slice(0, -1), { ...last, text: `${last.text ?? ''}${next.text ?? ''}` }]
}

function isPlainText({ thought: _thought, ...part }: WirePart): boolean {
  return typeof part.text === 'string' && Object.keys(part).length === 1
}
