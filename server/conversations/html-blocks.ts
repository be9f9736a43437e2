/** HTML that by CommonMark goes on over blank lines until its end, and to the end of the document without one. */
const HTML_BLOCKS = [
  { start: /^ {0,3}<!--/, end: /-->/ },
  { start: /^ {0,3}<\?/, end: /\?>/ },
  { start: /^ {0,3}<!\[CDATA\[/, end: /\]\]>/ },
  { start: /^ {0,3}<![a-z]/i, end: />/ },
  { start: /^ {0,3}<(?:script|pre|style|textarea)(?:[\s>]|$)/i, end: /<\/(?:script|pre|style|textarea)>/i },
] as const

/** How a line relates to such HTML: part of it, the start of HTML that never ends, or neither. */
type HtmlPosition = 'inside' | 'unclosed' | 'outside'

/** Reads the lines in order. Looks for the last end of each kind once, so that many starts cost no more than one. */
export function createHtmlReader(lines: readonly string[]): (index: number) => HtmlPosition {
  const lastEnds = HTML_BLOCKS.map(({ end }) => lines.findLastIndex(line => end.test(line)))
  let openEnd: RegExp | undefined
  return (index) => {
    const line = lines[index] ?? ''
    if (openEnd === undefined) {
      const kind = HTML_BLOCKS.findIndex(({ start }) => start.test(line))
      if (kind === -1) return 'outside'
      if ((lastEnds[kind] ?? -1) < index) return 'unclosed'
      openEnd = HTML_BLOCKS[kind]?.end
    }
    if (openEnd?.test(line)) openEnd = undefined
    return 'inside'
  }
}
