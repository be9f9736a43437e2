import { defineComarkPlugin } from 'comark'
import type { MarkdownNode } from './plain-markdown'

/**
 * No image of markdown is loaded: fetching it would tell a stranger that, and what, somebody reads. It becomes a link
 * that names it, or its name alone where there is nothing safe to open or where a link is around it.
 * Has to come before Comark's own check of addresses, which throws at one that cannot be decoded.
 */
export const safeLinks = defineComarkPlugin(() => ({
  name: 'safe-links',
  post(state) {
    const nodes = state.tree.nodes as MarkdownNode[] // its type adds only comments
    state.tree.nodes = nodes.map(node => toSafe(node, false)) as typeof state.tree.nodes
  },
}))

function toSafe(node: MarkdownNode, isInLink: boolean): MarkdownNode {
  if (!Array.isArray(node)) return node
  const [tag, attributes, ...children] = node
  if (tag === 'img') return toNamedLink(attributes, isInLink)
  const safe = children.map(child => toSafe(child, isInLink || tag === 'a'))
  if (tag === 'a' && !isDecodable(attributes.href)) return ['span', {}, ...safe, ` (${String(attributes.href)})`]
  return [tag, attributes, ...safe]
}

function toNamedLink({ src, alt }: Readonly<Record<string, unknown>>, isInLink: boolean): MarkdownNode {
  const name = ['Image', alt].filter(Boolean).join(': ')
  return isInLink || !isRemote(src) ? ['span', {}, name] : ['a', { href: src }, name]
}

function isRemote(address: unknown): boolean {
  return typeof address === 'string' && /^https?:/i.test(address) && URL.canParse(address) && isDecodable(address)
}

function isDecodable(address: unknown): boolean {
  try {
    return typeof decodeURIComponent(String(address ?? '')) === 'string'
  }
  catch {
    return false
  }
}

const HIDDEN_RECIPIENTS = /[?&](?:to|cc|bcc)=/i

/**
 * What has to stand beside the text of a link, because the text says what its writer likes: the host, or the mail
 * address. `null` when the text itself is that host or address. Letters that only look like others never count as the
 * same, since a parsed host is in punycode.
 */
export function linkTarget(href: string, text: string, page: string): string | null {
  if (!URL.canParse(href, page)) return null
  const url = new URL(href, page)
  const shown = text.trim().toLowerCase()
  if (url.protocol === 'mailto:') {
    const address = HIDDEN_RECIPIENTS.test(url.search) ? url.pathname + url.search : url.pathname
    return shown.replace(/^mailto:/, '') === address.toLowerCase() ? null : address
  }
  return authorityOf(shown) === url.host ? null : url.host
}

function authorityOf(text: string): string {
  return text.replace(/^https?:\/\//, '').replace(/[/?#].*$/s, '')
}
