import { registerEndpoint } from '@nuxt/test-utils/runtime'
import { type H3Event, setResponseStatus } from 'h3'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { useConversations } from '~/composables/useConversations'
import { mountComposable } from '../../support/mount-composable'

const CHATS = [{ id: 'a', title: 'Alpha' }, { id: 'b', title: 'Beta' }]
function refuse(event: H3Event) {
  setResponseStatus(event, 503)
  return { error: { code: 'storage-unavailable', message: 'The disk is full.', retryable: true, requestId: 'r' } }
}
registerEndpoint('/api/conversations', () => ({ items: CHATS, nextCursor: null }))
registerEndpoint('/api/conversations/a', { method: 'PATCH', handler: refuse })
registerEndpoint('/api/conversations/a', { method: 'DELETE', handler: refuse })

describe('a change of a chat that the server refuses', () => {
  let chats: ReturnType<typeof useConversations>
  beforeEach(async () => {
    chats = await mountComposable(useConversations)
    await chats.refresh()
    await vi.waitFor(() => expect(chats.items.value).toHaveLength(2))
  })

  it.each(['rename', 'remove'] as const)('is taken back on the screen, and says why [F008-A130]: %s', async (action) => {
    const done = action === 'rename' ? chats.rename('a', 'Other') : chats.remove('a')
    expect(chats.items.value).not.toEqual(CHATS)
    expect(await done).toBe(false)
    expect(chats.items.value).toEqual(CHATS)
    expect(chats.error.value).toBe('The disk is full.')
  })
})
