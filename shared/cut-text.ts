/** The first `length` UTF-16 units, or one less: half of a surrogate pair is not a character, and some vendors reject it. */
export function cutText(text: string, length: number): string {
  const cut = text.slice(0, length)
  return cut.length < text.length && /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut
}
