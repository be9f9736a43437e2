import { mountSuspended, registerEndpoint } from '@nuxt/test-utils/runtime'
import { setResponseStatus } from 'h3'
import { describe, expect, it, vi } from 'vitest'
import ChatPage from '~/pages/chat/[id].vue'

registerEndpoint('/api/conversations', () => ({ items: [], nextCursor: null }))
registerEndpoint('/api/models', () => ({ items: [], providers: [] }))
registerEndpoint('/api/tools', () => ({ items: [], sources: [] }))

async function openChat(id: string, status: number, code: string) {
  registerEndpoint(`/api/conversations/${id}`, (event) => {
    setResponseStatus(event, status)
    return { error: { code, message: 'Refused.', requestId: 'r' } }
  })
  return mountSuspended(ChatPage, { route: `/chat/${id}` })
}

describe('the page of a chat', () => {
  it.each([['xyz', 400, 'invalid-request'], ['00000000-0000-4000-8000-000000000000', 404, 'not-found']])('that is not there, as %s, is a 404 that leads on [F008-A81]', async (id, status, code) => {
    const page = await openChat(id, status, code)

    await vi.waitFor(() => expect(page.get('[role=alert] h2').text()).toBe('There is no such chat'))
    expect(page.get('h1').text()).toBe('Not found')
    expect(page.get('[role=alert] a').attributes('href')).toBe('/')
    expect(page.find('textarea').exists()).toBe(false)
  })

  it('that could not be read for another reason says so, and can try again', async () => {
    const page = await openChat('busy', 503, 'storage-unavailable')

    await vi.waitFor(() => expect(page.get('[role=alert]').text()).toContain('The database is not available'))
    expect(page.get('[role=alert] button').text()).toBe('Try again')
  })
})
