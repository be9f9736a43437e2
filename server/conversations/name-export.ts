import type { Conversation } from '#shared/conversation'

export type ExportFormat = 'json' | 'md'

const MAX_TITLE_CHARACTERS = 60

/**
 * The `content-disposition` of an exported chat, named by its title and the day it was last used, as RFC 6266 wants it:
 * a name in plain ASCII for every client, and beside it the title in its own script.
 */
export function nameExport({ title, updatedAt }: Pick<Conversation, 'title' | 'updatedAt'>, format: ExportFormat): string {
  const ending = `${updatedAt.slice(0, 10)}.${format}`
  const plain = toSlug(title.normalize('NFKD').replace(/\p{M}/gu, ''), /[^a-z0-9]+/)
  const full = toSlug(title.normalize('NFC'), /[^\p{L}\p{M}\p{N}]+/u)
  return `attachment; filename="${plain}-${ending}"; filename*=UTF-8''${encodeURIComponent(`${full}-${ending}`)}`
}

function toSlug(title: string, separator: RegExp): string {
  const words = title.toLowerCase().split(separator).filter(Boolean).join('-')
  return Array.from(words).slice(0, MAX_TITLE_CHARACTERS).join('').replace(/-$/, '') || 'chat'
}
