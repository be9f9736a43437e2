import { defineComarkComponent } from '@comark/vue'
import highlight from 'comark/plugins/highlight'
import security from 'comark/plugins/security'
import { plainMarkdown } from '~/utils/plain-markdown'
import MarkdownCode from './MarkdownCode.vue'
import MarkdownLink from './MarkdownLink.vue'
import MarkdownTable from './MarkdownTable.vue'

const ALLOWED_TAGS = [
  'p', 'strong', 'em', 'del', 'a', 'ul', 'ol', 'li', 'pre', 'code', 'span', 'blockquote', 'hr', 'br',
  'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'table', 'thead', 'tbody', 'tr', 'th', 'td',
]

/**
 * Markdown of a model or a tool, which is never trusted: no HTML, no images, no components, no attributes, and only
 * links that a browser cannot run.
 */
export default defineComarkComponent({
  name: 'MarkdownDocument',
  html: false,
  components: { a: MarkdownLink, pre: MarkdownCode, table: MarkdownTable },
  plugins: [
    security({ allowedTags: ALLOWED_TAGS, allowedProtocols: ['http', 'https', 'mailto'] }),
    plainMarkdown(),
    // After the plain one: it adds classes and styles of its own.
    highlight(),
  ],
})
