import { mountSuspended, registerEndpoint } from '@nuxt/test-utils/runtime'
import { setResponseStatus } from 'h3'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Conversation } from '#shared/conversation'
import ConversationList from '~/components/conversation/ConversationList.vue'

let items: readonly Conversation[]
let loads: number
let isReachable: boolean
registerEndpoint('/api/conversations', (event) => {
  loads += 1
  if (!isReachable) {
    setResponseStatus(event, 503)
    return { error: { code: 'storage-unavailable', message: 'The disk is full.', requestId: 'r' } }
  }
  return { items, nextCursor: null }
})
const build = (id: string, activity?: Conversation['activity']): Conversation => ({
  id, title: id, createdAt: '2026-11-21T10:00:00Z', updatedAt: '2026-11-21T10:00:00Z', ...(activity && { activity }),
})

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  loads = 0
  isReachable = true
  useNuxtData('conversations').data.value = undefined
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

it('the list of chats stays when a refresh fails, and is loaded again once the browser is online [F008-A121]', async () => {
  items = [build('a', 'running')]
  const list = await mountSuspended(ConversationList)
  const links = () => list.findAll('li a').map(link => link.text())
  await vi.waitFor(() => expect(links()).toEqual(['a, running']))

  isReachable = false
  const before = loads
  vi.advanceTimersByTime(4000)
  await vi.waitFor(() => expect(loads).toBeGreaterThan(before))
  await vi.waitFor(() => expect(useNuxtApp().payload._errors.conversations).toBeTruthy())
  expect(links()).toEqual(['a, running'])

  isReachable = true
  items = [build('b'), build('a')]
  window.dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect(links()).toEqual(['b', 'a']))
  list.unmount()
})

it('the list of chats that could not be loaded at all offers to try again [F008-A121]', async () => {
  items = [build('a')]
  isReachable = false
  const list = await mountSuspended(ConversationList)
  await vi.waitFor(() => expect(list.get('[role=alert]').text()).toBe('Could not load chats.'))

  isReachable = true
  await list.get('button').trigger('click')
  await vi.waitFor(() => expect(list.findAll('li a').map(link => link.text())).toEqual(['a']))
  list.unmount()
})
