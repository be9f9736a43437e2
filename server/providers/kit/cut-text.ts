/** The beginning of a text, at most so many UTF-16 units long and never with half a character at its end. */
export function cutText(text: string, maxLength: number): string {
  return text.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, '')
}

/** The same, with an ellipsis for what is left out; a text that fits stays as it is. */
export function shortenText(text: string, maxLength: number): string {
  return text.length > maxLength ? `${cutText(text, maxLength - 1)}…` : text
}
