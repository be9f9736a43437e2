import { defineComponent, h, type Slots } from 'vue'
import { defineComarkComponent } from '@comark/vue'
import { autoCloseMarkdown, defineComarkPlugin } from 'comark'
import security from 'comark/plugins/security'
import taskList from 'comark/plugins/task-list'
import { plainMarkdown, textOfNode, type MarkdownNode } from '~/markdown/plain-markdown'
import { safeLinks } from '~/markdown/links'
import MarkdownCode from './MarkdownCode.vue'
import MarkdownLink from './MarkdownLink.vue'
import MarkdownTable from './MarkdownTable.vue'

const ALLOWED_TAGS = [
  'p', 'strong', 'em', 'del', 'a', 'ul', 'ol', 'li', 'pre', 'code', 'span', 'blockquote', 'hr', 'br',
  'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'input',
]

/** Comark hands its own node to a component that declares `__node`: from there the text comes whole. */
function CodeBlock({ __node, language }: { __node: MarkdownNode, language?: string }) {
  return h(MarkdownCode, { text: textOfNode(__node).replace(/\n$/, ''), language })
}
CodeBlock.props = { __node: Array, language: String }

/** Up to this length a cell is one date, name or figure, which reads badly in two lines. */
const LONGEST_UNBROKEN = 24

/** A short cell keeps to one line and a long one has room to wrap in: a table too wide for that scrolls in its own box. */
function TableCell({ __node, align }: { __node: MarkdownNode, align?: string }, { slots }: { slots: Slots }) {
  return h('td', { class: [textOfNode(__node).length > LONGEST_UNBROKEN ? 'long' : 'short', toAlignment(align)] }, slots.default?.())
}
TableCell.props = { __node: Array, align: String }

function TableHead({ align }: { align?: string }, { slots }: { slots: Slots }) {
  return h('th', { class: toAlignment(align) }, slots.default?.())
}
TableHead.props = { align: String }

const toAlignment = (align: string | undefined) => align && `align-${align}`

/** The mark of a task, the only input that markdown can make. */
function TaskMark({ checked }: { checked?: boolean }) {
  return h('input', { 'type': 'checkbox', checked, 'disabled': true, 'aria-label': checked ? 'Done' : 'Not done' })
}
TaskMark.props = { checked: Boolean }

function Link({ __node, href = '' }: { __node: MarkdownNode, href?: string }, { slots }: { slots: Slots }) {
  return h(MarkdownLink, { text: textOfNode(__node), href }, slots)
}
Link.props = { __node: Array, href: String }

/** Each tag as itself: a tag without an entry would be drawn by whatever component of its name the app has. */
const PLAIN_TAGS = Object.fromEntries(ALLOWED_TAGS.map(tag => [tag, tag]))
/** Below the heading of the answer itself, which is an `h3`; HTML has no level under `h6`. */
const HEADINGS = { h1: 'h4', h2: 'h5', h3: 'h6', h4: 'h6', h5: 'h6' }

const Comark = defineComarkComponent({
  name: 'ComarkDocument',
  html: false,
  autoClose: false,
  components: { ...PLAIN_TAGS, ...HEADINGS, a: Link, pre: CodeBlock, table: MarkdownTable, th: TableHead, td: TableCell, input: TaskMark },
  plugins: [
    taskList(),
    safeLinks(),
    security({ allowedTags: ALLOWED_TAGS, allowedProtocols: ['http', 'https', 'mailto'] }),
    plainMarkdown(),
  ],
})

/** What is bold, code or a table as far as it has come is shown so. In a text that is complete, a lone `*` is an asterisk. */
const closeWhile = (isUnfinished: () => boolean) => defineComarkPlugin(() => ({
  name: 'close-while-unfinished',
  pre(state) {
    if (isUnfinished()) state.markdown = autoCloseMarkdown(state.markdown)
  },
}))()

/**
 * Markdown of a model or a tool, which is never trusted: no HTML, no images, no components, no attributes, and only
 * links that a browser cannot run.
 */
export default defineComponent({
  name: 'MarkdownDocument',
  props: { markdown: { type: String, required: true }, streaming: Boolean, isUnfinished: Boolean },
  setup(props) {
    const plugins = [closeWhile(() => props.isUnfinished)]
    return () => h(Comark, { markdown: props.markdown, streaming: props.streaming, plugins })
  },
})
