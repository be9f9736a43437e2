import type { Conversation } from '#shared/conversation'

export interface PaletteEntry {
  readonly id: string
  readonly label: string
  readonly group: string
  readonly keys?: string
  readonly to?: string
}

const MAX_CHATS = 8

/** What the palette offers for what was typed: places and actions first, then chats by title. */
export function paletteEntries(
  given: { readonly search: string, readonly conversations: readonly Conversation[], readonly isAdmin: boolean },
): readonly PaletteEntry[] {
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
    { id: 'sidebar', label: 'Toggle the sidebar', group: 'Commands', keys: 'Ctrl B' },
    { id: 'inspector', label: 'Toggle the inspector', group: 'Commands', keys: 'Ctrl I' },
    { id: 'help', label: 'Keyboard shortcuts', group: 'Commands', keys: '?' },
    { id: 'theme', label: 'Change the theme', group: 'Commands' },
    { id: 'sign-out', label: 'Sign out', group: 'Commands' },
  ]
  const chats = given.conversations.map(({ id, title }) => ({ id, label: title, group: 'Chats', to: `/chat/${id}` }))
  const fits = (entry: PaletteEntry) => entry.label.toLowerCase().includes(wanted)
  return [...fixed.filter(fits), ...chats.filter(fits).slice(0, MAX_CHATS)]
}
