import { mountSuspended, registerEndpoint } from '@nuxt/test-utils/runtime'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Conversation } from '#shared/conversation'
import ConversationList from '~/components/conversation/ConversationList.vue'

let items: readonly Conversation[]
let loads: number
registerEndpoint('/api/conversations', () => {
  loads += 1
  return { items, nextCursor: null }
})
const build = (id: string, activity?: Conversation['activity']): Conversation => ({ id, title: id, createdAt: '2026-11-21T10:00:00Z', updatedAt: '2026-11-21T10:00:00Z', ...(activity && { activity }) })

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  loads = 0
})
afterEach(() => {
  vi.useRealTimers()
})

it('the list of chats marks what runs and what waits, until it has ended, and asks no more then [F008-A72]', async () => {
  items = [build('a', 'running'), build('b', 'waiting'), build('c')]
  const list = await mountSuspended(ConversationList)
  const links = () => list.findAll('li a').map(link => link.text())
  await vi.waitFor(() => expect(links()).toEqual(['a, running', 'b, waiting for you', 'c']))

  items = [build('a'), build('b'), build('c')]
  vi.advanceTimersByTime(4000)
  await vi.waitFor(() => expect(links()).toEqual(['a', 'b', 'c']))
  const before = loads
  vi.advanceTimersByTime(60_000)
  expect(loads).toBe(before)

  items = [build('a'), build('b', 'running'), build('c')]
  new BroadcastChannel('patchbay-runs').postMessage('b')
  await vi.waitFor(() => expect(links()).toEqual(['a', 'b, running', 'c']))
  list.unmount()
})
