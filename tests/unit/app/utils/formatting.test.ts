import { describe, expect, it } from 'vitest'
import { formatCount } from '~/utils/format-number'
import { formatDuration } from '~/utils/format-time'
import { groupConversations } from '~/utils/group-conversations'
import { markOfModel, markOfSource } from '~/utils/mark-of'
import { paletteEntries } from '~/utils/palette-entries'

const conversation = (id: string, updatedAt: Date) => ({
  id, title: `Chat ${id}`, createdAt: updatedAt.toISOString(), updatedAt: updatedAt.toISOString(),
})

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
    const conversations = [conversation('a', new Date())]

    expect(paletteEntries({ search: 'chat', conversations, isAdmin: true }).map(entry => entry.label)).toEqual(['New chat', 'Chat a'])
    expect(paletteEntries({ search: 'provid', conversations, isAdmin: false })).toEqual([])
  })

  it.each([
    ['token', 'API tokens'], ['theme', 'Change the theme'], ['sign', 'Sign out'],
  ])('finds by %j the entry %j [F008-A144]', (search, label) => {
    expect(paletteEntries({ search, conversations: [], isAdmin: false }).map(entry => entry.label)).toEqual([label])
  })
})
