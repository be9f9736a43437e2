const LOWEST_LEVEL = 6

/**
 * Markdown that stands under a heading of the level `under`: its own headings go below that level, a code block left
 * open is closed, and HTML left open, such as a comment that would hide the rest, is shown as text. Reads line by line:
 * a Markdown parser takes half a second for a megabyte.
 */
export function nestMarkdown(text: string, under: number): string {
  const toMarks = (level: number) => '#'.repeat(Math.min(level + under, LOWEST_LEVEL))
  const source = text.split(/\r\n|\r|\n/)
  const readHtml = createHtmlReader(source)
  const lines: string[] = []
  let fence = ''
  for (const [index, line] of source.entries()) {
    const [, mark = '', info = ''] = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line) ?? []
    const previous = lines.at(-1) ?? ''
    if (fence !== '') {
      if (mark.startsWith(fence) && info.trim() === '') fence = ''
      lines.push(line)
      continue
    }
    const html = readHtml(index)
    if (html !== 'outside') {
      lines.push(html === 'unclosed' ? line.replace('<', '\\<') : line)
    }
    else if (mark !== '' && !(mark.startsWith('`') && info.includes('`'))) {
      fence = mark
      lines.push(line)
    }
    else if (isUnderline(line, previous)) {
      lines.splice(-1, 1, `${toMarks(line.includes('=') ? 1 : 2)} ${previous.trim()}`, '')
    }
    else {
      lines.push(line.replace(/^( {0,3})(#{1,6})(?=\s|$)/, (_heading, indent: string, marks: string) => indent + toMarks(marks.length)))
    }
  }
  return [...lines, ...(fence === '' ? [] : [fence])].join('\n')
}

/** A line of `=` or `-` makes a heading of the text above it; below anything else it is a rule or a list. */
function isUnderline(line: string, previous: string): boolean {
  return /^ {0,3}(?:=+|-+)[ \t]*$/.test(line) && /^ {0,3}[^\s#>|*+~`-]/.test(previous)
}

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
function createHtmlReader(lines: readonly string[]): (index: number) => HtmlPosition {
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
