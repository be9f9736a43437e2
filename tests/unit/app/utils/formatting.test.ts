import { describe, expect, it } from 'vitest'
import { formatCount } from '~/utils/format-number'
import { formatDuration } from '~/utils/format-time'
import { groupConversations } from '~/utils/group-conversations'
import { markOfModel, markOfSource } from '~/utils/mark-of'
import { paletteEntries } from '~/utils/palette-entries'

const conversation = (id: string, updatedAt: Date) => ({
  id, title: `Chat ${id}`, createdAt: updatedAt.toISOString(), updatedAt: updatedAt.toISOString(),
})

const PALETTE = { search: '', conversations: [], isAdmin: false, theme: 'Dark theme', now: new Date(2026, 10, 21, 12) }

describe('formatting', () => {
  it.each([
    [0, '0 ms'], [999, '999 ms'], [2449, '2.4 s'], [59_960, '1 min 00 s'], [65_000, '1 min 05 s'], [7_380_000, '2 h 03 min'],
  ])('writes %d ms as %s', (ms, text) => {
    expect(formatDuration(ms)).toBe(text)
  })

  it.each([[840, '840'], [1000, '1k'], [12_440, '12.4k'], [999_960, '1M']])('writes %d as %s', (count, text) => {
    expect(formatCount(count)).toBe(text)
  })

  it('groups chats by the reader\'s calendar day', () => {
    const now = new Date(2026, 10, 21, 9)
    const groups = groupConversations([
      conversation('a', new Date(2026, 10, 21, 1)), conversation('b', new Date(2026, 10, 20, 23)),
      conversation('c', new Date(2026, 10, 15)), conversation('d', new Date(2025, 1, 1)),
    ], now)

    expect(groups.map(group => [group.label, group.items.map(item => item.id).join()])).toEqual([
      ['Today', 'a'], ['Yesterday', 'b'], ['Last 7 days', 'c'], ['Older', 'd'],
    ])
  })

  it('gives the built-in sources and the known vendors marks of their own', () => {
    expect(new Set(['filesystem', 'calculator', 'weather', 'sqlite'].map(id => markOfSource(id).color)).size).toBe(4)
    expect(new Set(['demo/a', 'anthropic/b', 'openai/c', 'gemini/d'].map(id => markOfModel(id).color)).size).toBe(4)
    expect(markOfModel('demo/a')).toEqual(markOfModel('demo/other'))
  })

  it('finds places, actions and chats by their words, and admin screens for admins alone', () => {
    const conversations = [conversation('a', new Date(2026, 10, 21, 9, 5))]

    const found = paletteEntries({ ...PALETTE, search: 'chat', conversations, isAdmin: true })
    expect(found.map(entry => entry.label)).toEqual(['New chat', 'Chat a'])
    expect(paletteEntries({ ...PALETTE, search: 'provid', conversations })).toEqual([])
  })

  it('tells chats of one title apart by when they were last used, and names the active theme [F008-A149]', () => {
    const times = [new Date(2026, 10, 21, 9, 5), new Date(2026, 10, 20, 23, 50)]
    const conversations = times.map((time, index) => ({ ...conversation(String(index), time), title: 'Sums' }))

    const notesOf = (search: string) => paletteEntries({ ...PALETTE, search, conversations }).map(entry => entry.note)
    expect(notesOf('sums')).toEqual(['09:05', '20 Nov 2026, 23:50'])
    expect(notesOf('theme')).toEqual(['Dark theme'])
  })

  it.each([
    ['token', 'API tokens'], ['theme', 'Change theme'], ['sign', 'Sign out'],
  ])('finds by %j the entry %j [F008-A144]', (search, label) => {
    expect(paletteEntries({ ...PALETTE, search }).map(entry => entry.label)).toEqual([label])
  })
})
