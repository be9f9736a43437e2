/** The first `length` UTF-16 units, or one less: half of a surrogate pair is not a character, and some vendors reject it. */
export function cutText(text: string, length: number): string {
  const cut = text.slice(0, length)
  return cut.length < text.length && /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut
}

/** The same, with an ellipsis for what is left out; a text that fits stays as it is. */
export function shortenText(text: string, maxLength: number): string {
  return text.length > maxLength ? `${cutText(text, maxLength - 1)}…` : text
}
