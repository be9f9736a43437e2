import { registerEndpoint } from '@nuxt/test-utils/runtime'
import { setResponseStatus } from 'h3'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { nextTick } from 'vue'
import type { DurableEvent } from '#shared/run-event'
import { buildEvents, WAITING_RUN } from '../../fixtures/ui/build-run'
import { loadRunEventReader } from '~/utils/read-run-event'
import { FakeEventSource } from '../../fixtures/ui/fake-event-source'
import { mountComposable } from '../../support/mount-composable'

const waiting = buildEvents(WAITING_RUN)
const answered = buildEvents(
  [...WAITING_RUN, [900, { type: 'approval-response', callId: 'call-1', decision: 'deny', userId: 'u', binding: 'b' }]],
)
let stored: readonly DurableEvent[]
let refusal: { statusCode: number, code: string, message: string } | null

registerEndpoint('/api/conversations/c1', () => ({
  id: 'c1', title: 'Chat', createdAt: '', updatedAt: '', cost: 0, runs: [{ id: 'run-1', state: 'waiting', model: 'm', events: stored }],
}))
registerEndpoint('/api/runs/run-1/approvals', {
  method: 'POST',
  handler: (event) => {
    if (!refusal) return {}
    const { statusCode, code, message } = refusal
    setResponseStatus(event, statusCode)
    return { error: { code, message, requestId: 'r1' } }
  },
})

beforeAll(() => loadRunEventReader())
beforeEach(() => {
  vi.stubGlobal('EventSource', FakeEventSource)
  FakeEventSource.opened = []
  stored = waiting
  refusal = null
})
afterEach(() => void vi.unstubAllGlobals())

async function openChat() {
  const chat = await mountComposable(() => useChat('c1'))
  await chat.load()
  return chat
}
const allow = { callId: 'call-1', decision: 'allow' } as const

describe('an answer to a call that waits', () => {
  it('tells its own card why it failed, and the chat stays as it is [F006-A31]', async () => {
    const chat = await openChat()
    refusal = { statusCode: 503, code: 'storage-unavailable', message: 'The disk is full.' }
    await chat.answer('run-1', allow)

    expect(chat.answerErrors.value.get('call-1')?.message).toBe('The disk is full.')
    expect(chat.error.value).toBeNull()
    expect(chat.runs.value[0]?.waitingFor).toEqual(['call-1'])

    refusal = null
    await chat.answer('run-1', allow)
    expect(chat.answerErrors.value.has('call-1')).toBe(false)
  })

  it('shows what happened meanwhile when somebody else was faster [F006-A31]', async () => {
    const chat = await openChat()
    refusal = { statusCode: 409, code: 'conflict', message: 'This call has been answered.' }
    stored = answered
    await chat.answer('run-1', allow)

    expect(chat.runs.value[0]?.calls['call-1']?.approval?.answer?.decision).toBe('deny')
    expect(chat.error.value).toBeNull()
  })

  it.each([
    ['the stream is connected again', () => FakeEventSource.last.onopen?.()],
    ['the browser is online again', () => window.dispatchEvent(new Event('online'))],
  ])('forgets that it could not be sent once %s [F006-A32]', async (_cause, reconnect) => {
    const chat = await openChat()
    FakeEventSource.last.onopen?.()
    FakeEventSource.last.onerror?.()
    refusal = { statusCode: 503, code: 'storage-unavailable', message: 'The disk is full.' }
    await chat.answer('run-1', allow)
    expect(chat.answerErrors.value.size).toBe(1)

    reconnect()
    await nextTick()
    expect(chat.answerErrors.value.size).toBe(0)
  })
})
