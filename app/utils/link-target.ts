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
