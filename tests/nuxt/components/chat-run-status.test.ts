import { mountSuspended } from '@nuxt/test-utils/runtime'
import { describe, expect, it } from 'vitest'
import ChatRunStatus from '~/components/chat/ChatRunStatus.vue'
import { STARTED_AT } from '../../fixtures/ui/build-run'

describe('ChatRunStatus', () => {
  it('shows what goes on and for how long', async () => {
    const line = await mountSuspended(ChatRunStatus, {
      props: { status: { kind: 'calling', label: 'Calling get_weather', since: STARTED_AT }, now: STARTED_AT + 2400 },
    })

    expect(line.text()).toContain('Calling get_weather')
    expect(line.text()).toContain('2.4 s')
  })

  it('offers to try at once when the connection is lost', async () => {
    const line = await mountSuspended(
      ChatRunStatus, { props: { status: { kind: 'lost', label: 'Connection lost, trying again in 3 s' }, now: STARTED_AT } },
    )
    await line.get('button').trigger('click')

    expect(line.emitted('retry')).toHaveLength(1)
  })

  it('reports an event that the page does not know, with a button that reloads [F008-A143]', async () => {
    const label = 'This page is out of date. Reload it.'
    const line = await mountSuspended(ChatRunStatus, { props: { status: { kind: 'unknown-event', label }, now: STARTED_AT } })

    expect(line.get('[role="alert"]').text()).toContain(label)
    expect(line.get('button').text()).toBe('Reload')
  })
})
