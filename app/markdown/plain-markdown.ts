import { defineComarkPlugin } from 'comark'

const KEPT_ATTRIBUTES = new Set(['href', 'title', 'language', 'start', 'align', 'colspan', 'rowspan'])

/** Rules of Comark's component syntax. `10:am` or `[a]{.b}` in an answer is text, not a component or an attribute. */
const COMPONENT_RULES = {
  block: ['comark_block_shorthand', 'comark_block', 'comark_block_yaml', 'comark_block_slots'],
  inline: ['comark_inline_span', 'comark_inline_component', 'comark_inline_props'],
}

/** The one tag that is not shown as text: a cell of a table has no other way to begin a new line. */
const LINE_BREAK_TAG = /<br\s*\/?>/iy

/** What a rule of markdown-it reads and writes. */
interface InlineState { readonly src: string, pos: number, readonly push: (type: string, tag: string, nesting: 0) => unknown }

/** Comark's own node, without its comments. */
export type MarkdownNode = string | [string, Record<string, unknown>, ...MarkdownNode[]]

/**
 * Brings Comark back to plain markdown, where `<br>` is a line break: no components, no front matter, and only the
 * attributes of markdown itself.
 */
export const plainMarkdown = defineComarkPlugin(() => ({
  name: 'plain-markdown',
  markdownItPlugins: [(markdown) => {
    markdown.block.ruler.disable(COMPONENT_RULES.block, true)
    markdown.inline.ruler.disable(COMPONENT_RULES.inline, true)
    markdown.inline.ruler.before('autolink', 'line_break_tag', (state: InlineState, silent: boolean) => {
      LINE_BREAK_TAG.lastIndex = state.pos
      if (!LINE_BREAK_TAG.test(state.src)) return false
      if (!silent) state.push('hardbreak', 'br', 0)
      state.pos = LINE_BREAK_TAG.lastIndex
      return true
    })
  }],
  pre(state) {
    // A rule at the top would be read as front matter, and what follows would vanish.
    if (state.markdown.startsWith('---')) state.markdown = `***${state.markdown.slice(3)}`
  },
  post(state) {
    for (const node of state.tree.nodes) dropAttributes(node as MarkdownNode) // its type adds only comments
  },
}))

function dropAttributes(node: MarkdownNode) {
  if (!Array.isArray(node)) return
  const [tag, attributes, ...children] = node
  const alignment = /text-align:\s*(left|center|right)/.exec(String(attributes?.style))?.[1]
  const isChecked = attributes?.[':checked'] === 'true'
  for (const name of Object.keys(attributes ?? {})) {
    if (!KEPT_ATTRIBUTES.has(name)) Reflect.deleteProperty(attributes, name)
  }
  if (alignment) attributes.align = alignment
  if (tag === 'input' && isChecked) attributes.checked = true
  children.forEach(dropAttributes)
}

export function textOfNode(node: MarkdownNode): string {
  if (!Array.isArray(node)) return node
  const [, , ...children] = node
  return children.map(textOfNode).join('')
}
