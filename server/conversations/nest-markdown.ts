import { createMarkdownExit, type Token } from 'markdown-exit'

const LOWEST_LEVEL = 6

/** Finds blocks only: what stands within a paragraph stays as it was written. */
const parser = createMarkdownExit({ html: true })
parser.core.ruler.enableOnly(['normalize', 'block'])

/** Markdown that stands under a heading of the level `under`: its own headings go below that level, and a code block left open is closed. */
export function nestMarkdown(text: string, under: number): string {
  const lines = text.split(/\r\n|\r|\n/)
  const tokens = parser.parse(text, {})
  tokens.forEach((token, index) => {
    if (token.type === 'heading_open') lowerHeading(lines, token, tokens[index + 1]?.content ?? '', under)
  })
  const last = tokens.at(-1)
  return [...lines, ...(last?.type === 'fence' && last.level === 0 && !isClosed(lines, last) ? [last.markup] : [])].join('\n')
}

function lowerHeading(lines: string[], { tag, markup, map, level }: Token, content: string, under: number): void {
  const [start, end] = map!
  const marks = '#'.repeat(Math.min(Number(tag.slice(1)) + under, LOWEST_LEVEL))
  if (markup.startsWith('#')) lines[start] = lines[start]!.replace(/#+/, marks)
  // Underlined: there are no underlines for the levels below the second. Empty lines keep the numbers of the others.
  else if (level === 0) lines.fill('', start, end)[start] = `${marks} ${content.replaceAll('\n', ' ')}`
}

function isClosed(lines: readonly string[], { map, markup }: Token): boolean {
  const [start, end] = map!
  const last = lines[end - 1]!.replace(/^ {0,3}/, '').trimEnd()
  return end - start > 1 && last.length >= markup.length && last === markup.charAt(0).repeat(last.length)
}
