import { readKeywords } from './word-forms'

/**
 * Picks the sentences that share most words with the rest, in their own order, and fit into the length asked.
 * Only where no sentence fits is one cut.
 * Extractive on purpose: the demo model invents nothing.
 */
export function summariseText(text: string, maxWords: number): string {
  const sentences = splitSentences(text)
  const frequency = new Map<string, number>()
  for (const word of sentences.flatMap(readKeywords)) frequency.set(word, (frequency.get(word) ?? 0) + 1)
  const ranked = sentences
    .map((sentence, index) => ({ sentence, index, weight: weigh(sentence, frequency) }))
    .sort((left, right) => right.weight - left.weight || left.index - right.index)
  const chosen: typeof ranked = []
  let words = 0
  for (const candidate of ranked) {
    const length = countWords(candidate.sentence)
    if (words + length > maxWords) continue
    chosen.push(candidate)
    words += length
  }
  if (chosen.length === 0) return cutToWords(ranked[0]?.sentence ?? '', maxWords)
  return chosen.sort((left, right) => left.index - right.index).map(({ sentence }) => sentence).join(' ')
}

export function cutToWords(text: string, maxWords: number): string {
  const words = text.split(/\s+/).filter(word => word !== '')
  return words.length <= maxWords ? words.join(' ') : `${words.slice(0, maxWords).join(' ').replace(/[,;:.]$/, '')}…`
}

function countWords(text: string): number {
  return text.split(/\s+/).filter(word => word !== '').length
}

/** Markdown headings and list marks are not words of the summary. */
function splitSentences(text: string): string[] {
  return text
    .split('\n')
    .filter(line => !/^\s*#/.test(line))
    .map(line => line.replace(/^\s*(?:[-*+]|\d+\.)\s+(?:\[[ x]\]\s*)?/, '').replace(/[*_`]/g, '').trim())
    .flatMap(line => line.split(/(?<=[.!?])\s+/))
    .filter(sentence => countWords(sentence) > 1)
    .map(sentence => /[.!?:]$/.test(sentence) ? sentence : `${sentence}.`)
}

function weigh(sentence: string, frequency: ReadonlyMap<string, number>): number {
  const words = readKeywords(sentence)
  const sum = words.reduce((total, word) => total + (frequency.get(word) ?? 0), 0)
  return words.length === 0 ? 0 : sum / Math.sqrt(words.length)
}
