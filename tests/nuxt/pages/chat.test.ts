import { mountSuspended, registerEndpoint } from '@nuxt/test-utils/runtime'
import { setResponseStatus } from 'h3'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { nextTick } from 'vue'
import ChatPage from '~/pages/chat/[id].vue'
import { buildEvents, WAITING_RUN } from '../../fixtures/ui/build-run'
import { FakeEventSource } from '../../fixtures/ui/fake-event-source'

registerEndpoint('/api/conversations', () => ({ items: [], nextCursor: null }))
registerEndpoint('/api/models', () => ({ items: [], providers: [] }))
registerEndpoint('/api/tools', () => ({ items: [], sources: [] }))

const mounted: (() => void)[] = []
afterEach(() => mounted.splice(0).forEach(unmount => unmount()))

async function mountPage(id: string) {
  const page = await mountSuspended(ChatPage, { route: `/chat/${id}`, attachTo: document.body })
  mounted.push(() => page.unmount())
  return page
}

async function openChat(id: string, status: number, code: string) {
  registerEndpoint(`/api/conversations/${id}`, (event) => {
    setResponseStatus(event, status)
    return { error: { code, message: 'Refused.', requestId: 'r' } }
  })
  return mountPage(id)
}

describe('the page of a chat', () => {
  it.each(
    [['xyz', 400, 'invalid-request'], ['00000000-0000-4000-8000-000000000000', 404, 'not-found']],
  )('that is not there, as %s, is a 404 that leads on [F008-A81]', async (id, status, code) => {
    const page = await openChat(id, status, code)

    await vi.waitFor(() => expect(page.get('[role=alert] h2').text()).toBe('Chat not found'))
    expect(page.get('h1').text()).toBe('Not found')
    expect(page.get('[role=alert] a').attributes('href')).toBe('/')
    expect(page.find('textarea').exists()).toBe(false)
  })

  it('that could not be read for another reason says so, and can try again', async () => {
    const page = await openChat('busy', 503, 'storage-unavailable')

    await vi.waitFor(() => expect(page.get('[role=alert]').text()).toContain('Database unavailable'))
    expect(page.get('[role=alert] button').text()).toBe('Try again')
  })

  it.each(
    ['its button', 'Esc', 'Ctrl+I'],
  )('gives the focus of an inspector that closes by %s to the button that toggles it [F008-A140]', async (cause) => {
    registerEndpoint('/api/conversations/empty', () => ({ id: 'empty', title: 'Chat', createdAt: '', updatedAt: '', cost: 0, runs: [] }))
    const page = await mountPage('empty')
    const { inspectorChoice, runCommand } = useShell()
    inspectorChoice.value = true
    await nextTick()
    const close = page.get<HTMLElement>('aside button[aria-label="Close the inspector"]')
    close.element.focus()
    if (cause === 'its button') await close.trigger('click')
    else if (cause === 'Esc') await close.trigger('keydown', { key: 'Escape' })
    else runCommand('inspector')

    await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toBe('Toggle inspector')
    expect(inspectorChoice.value).toBe(false)
  })

  it('follows a lost run again as soon as another request succeeds [F008-A122]', async () => {
    vi.stubGlobal('EventSource', FakeEventSource)
    FakeEventSource.opened = []
    registerEndpoint('/api/conversations/waiting', () => ({
      id: 'waiting', title: 'Chat', createdAt: '', updatedAt: '', cost: 0,
      runs: [{ id: 'run-1', parent: null, state: 'waiting', model: 'm/m', events: buildEvents(WAITING_RUN) }],
    }))
    await mountPage('waiting')
    await vi.waitFor(() => expect(FakeEventSource.opened).toHaveLength(1))
    for (let losses = 0; losses < 5; losses += 1) {
      FakeEventSource.last.onerror?.()
      await refreshNuxtData('conversations')
      await vi.waitFor(() => expect(FakeEventSource.opened).toHaveLength(losses + 2))
    }
    mounted.splice(0).forEach(unmount => unmount())
    vi.unstubAllGlobals()
  })
})
