import { defineComarkPlugin } from 'comark'

const KEPT_ATTRIBUTES = new Set(['href', 'title', 'language', 'start', 'align', 'colspan', 'rowspan'])

/** Rules of Comark's component syntax. `10:am` or `[a]{.b}` in an answer is text, not a component or an attribute. */
const COMPONENT_RULES = {
  block: ['comark_block_shorthand', 'comark_block', 'comark_block_yaml', 'comark_block_slots'],
  inline: ['comark_inline_span', 'comark_inline_component', 'comark_inline_props'],
}

/** Comark's own node, without its comments. */
export type MarkdownNode = string | [string, Record<string, unknown>, ...MarkdownNode[]]

/** Brings Comark back to plain markdown: no components, no front matter, no attributes but those of markdown itself. */
export const plainMarkdown = defineComarkPlugin(() => ({
  name: 'plain-markdown',
  markdownItPlugins: [(markdown) => {
    markdown.block.ruler.disable(COMPONENT_RULES.block, true)
    markdown.inline.ruler.disable(COMPONENT_RULES.inline, true)
  }],
  pre(state) {
    // A rule at the top would be read as front matter, and what follows would vanish.
    if (state.markdown.startsWith('---')) state.markdown = `***${state.markdown.slice(3)}`
  },
  post(state) {
    for (const node of state.tree.nodes) dropAttributes(node as MarkdownNode) // its type adds only comments
  },
}))

export function dropAttributes(node: MarkdownNode) {
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
