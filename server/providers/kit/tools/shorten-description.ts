import { cutText } from '#shared/cut-text'

/** Ends a text at the last sentence, or else the last word, that fits; an ellipsis says that there was more. */
export function shortenDescription(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const head = cutText(text, maxLength - 1)
  const sentence = Math.max(...['. ', '.\n', '! ', '? ', '\n\n'].map(end => head.lastIndexOf(end)))
  // A sentence that ends early would throw too much away.
  if (sentence > maxLength / 2) return `${head.slice(0, sentence + 1).trimEnd()}…`
  const word = head.search(/\s\S*$/)
  const kept = word > maxLength / 2 ? head.slice(0, word) : head
  return `${kept.trimEnd()}…`
}
