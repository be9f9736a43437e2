const SMALLEST_CHUNK = 1500
const FENCE = /^ {0,3}(`{3,}|~{3,})/
/** A line that may belong to the block before a blank line: indented, a list item, a quote, a table row, a fence's end. */
const CONTINUES = /^(\s|[-*+]\s|\d+[.)]\s|>|\|)/

/**
 * Cuts a long markdown text between top-level blocks. A text that grows keeps its earlier chunks as they were, so only the
 * last one has to be parsed and drawn again: the work of a frame does not grow with the message.
 */
export function splitMarkdown(text: string): readonly string[] {
  if (text.length < 2 * SMALLEST_CHUNK) return [text]
  const chunks: string[] = []
  let start = 0
  let at = 0
  let fence: string | null = null
  let wasBlank = false
  for (const line of text.split('\n')) {
    const canCut = wasBlank && fence === null && line !== '' && !CONTINUES.test(line)
    if (canCut && at - start >= SMALLEST_CHUNK) {
      chunks.push(text.slice(start, at))
      start = at
    }
    fence = nextFence(fence, line)
    wasBlank = line.trim() === ''
    at += line.length + 1
  }
  chunks.push(text.slice(start))
  return chunks
}

function nextFence(open: string | null, line: string): string | null {
  const mark = FENCE.exec(line)?.[1]
  if (!mark) return open
  if (open === null) return mark
  return mark[0] === open[0] && mark.length >= open.length && line.trim() === mark ? null : open
}
