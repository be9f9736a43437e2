import type { Conversation } from '#shared/conversation'
import { formatShortTime } from './format-time'

export interface PaletteEntry {
  readonly id: string
  readonly label: string
  readonly group: string
  /** When a chat was last used, as titles repeat; the theme that is active. */
  readonly note?: string
  readonly keys?: string
  readonly to?: string
}

const MAX_CHATS = 8

interface PaletteInput {
  readonly search: string
  readonly conversations: readonly Conversation[]
  readonly isAdmin: boolean
  readonly theme: string
  readonly now: Date
}

/** What the palette offers for what was typed: places and actions first, then chats by title. */
export function paletteEntries(given: PaletteInput): readonly PaletteEntry[] {
  const wanted = given.search.trim().toLowerCase()
  const fixed: readonly PaletteEntry[] = [
    { id: 'new', label: 'New chat', group: 'Go to', to: '/', keys: 'Ctrl Shift O' },
    { id: 'lab', label: 'Tool lab', group: 'Go to', to: '/tools' },
    { id: 'audit', label: 'Audit', group: 'Go to', to: '/audit' },
    { id: 'tokens', label: 'API tokens', group: 'Go to', to: '/settings/tokens' },
    ...(given.isAdmin
      ? [
          { id: 'tools', label: 'Tools', group: 'Go to', to: '/admin/tools' },
          { id: 'providers', label: 'Providers', group: 'Go to', to: '/admin/providers' },
          { id: 'users', label: 'Users', group: 'Go to', to: '/admin/users' },
        ]
      : []),
    { id: 'compose', label: 'Write a message', group: 'Commands', keys: '/' },
    { id: 'sidebar', label: 'Toggle sidebar', group: 'Commands', keys: 'Ctrl B' },
    { id: 'inspector', label: 'Toggle inspector', group: 'Commands', keys: 'Ctrl I' },
    { id: 'help', label: 'Keyboard shortcuts', group: 'Commands', keys: '?' },
    { id: 'theme', label: 'Change theme', group: 'Commands', note: given.theme },
    { id: 'sign-out', label: 'Sign out', group: 'Commands' },
  ]
  const chats = given.conversations.map(({ id, title, updatedAt }) => ({
    id, label: title, group: 'Chats', to: `/chat/${id}`, note: formatShortTime(updatedAt, given.now),
  }))
  const fits = (entry: PaletteEntry) => entry.label.toLowerCase().includes(wanted)
  return [...fixed.filter(fits), ...chats.filter(fits).slice(0, MAX_CHATS)]
}
