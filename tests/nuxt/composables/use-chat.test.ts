import { registerEndpoint } from '@nuxt/test-utils/runtime'
import { flushPromises } from '@vue/test-utils'
import { readBody, setResponseStatus } from 'h3'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { RunState } from '#shared/run'
import type { DurableEvent } from '#shared/run-event'
import type { RunView } from '#shared/run-view'
import { buildEvents, runStart, STARTED_AT, type TimedEvents, USAGE } from '../../fixtures/ui/build-run'
import { loadRunEventReader } from '~/utils/read-run-event'
import { FakeEventSource } from '../../fixtures/ui/fake-event-source'
import { mountComposable } from '../../support/mount-composable'

interface StoredRun {
  readonly id: string
  readonly parent: string | null
  readonly state: RunState
  readonly model: string
  readonly events: ReturnType<typeof buildEvents>
}
interface Posted { readonly path: string, readonly body: unknown }

const say = (text: string): TimedEvents => [[0, runStart], [10, { type: 'step-start', step: 1 }], [20, { type: 'text-end', step: 1, text }]]
const completed: TimedEvents[number] = [30, { type: 'run-end', reason: 'completed', usage: USAGE, cost: 0 }]
const failed: TimedEvents = [
  [0, runStart],
  [30, { type: 'run-end', reason: 'failed', usage: USAGE, cost: 0, error: { code: 'provider-rejected', message: 'y', retryable: true } }],
]
const build = (id: string, parent: string | null, state: RunState, events: TimedEvents): StoredRun => ({
  id, parent, state, model: 'm/m', events: buildEvents(events, id),
})
const CHOICE = { model: 'm/m', tools: { mode: 'all' }, settings: {}, system: 'Be brief.' } as const

let stored: readonly StoredRun[]
let loads: number
let posted: Posted[]
let isRejecting: boolean
let started: { id: string, parent: string | null }

registerEndpoint('/api/conversations/c1', () => {
  loads += 1
  return { id: 'c1', title: 'Chat', createdAt: '', updatedAt: '', cost: 0, runs: stored }
})
function register(path: string, answer: () => unknown) {
  registerEndpoint(path, { method: 'POST', handler: async (event) => {
    posted.push({ path, body: await readBody(event) })
    if (!isRejecting) return answer()
    setResponseStatus(event, 409)
    return { error: { code: 'conflict', message: 'It is busy.', requestId: 'r' } }
  } })
}
register('/api/conversations/c1/runs', () => ({ run: { ...started, state: 'queued' } }))
register('/api/runs/run-1/cancel', () => ({}))
register('/api/runs/run-1/resume', () => ({}))

let isHidden: boolean
let frames: (() => void)[]
beforeAll(() => loadRunEventReader())
beforeEach(() => {
  vi.stubGlobal('EventSource', FakeEventSource)
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => frames.push(run))
  vi.stubGlobal('cancelAnimationFrame', () => undefined)
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden)
  FakeEventSource.opened = []
  frames = []
  isHidden = false
  isRejecting = false
  loads = 0
  posted = []
  started = { id: 'run-2', parent: 'run-1' }
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function openChat() {
  const chat = await mountComposable(() => useChat('c1'))
  await chat.load()
  return chat
}
function drawFrame() {
  for (const run of frames.splice(0)) run()
}
const texts = (runs: readonly RunView[]) => runs.map(
  run => run.steps.flatMap(step => step.parts).map(part => part.type === 'text' ? part.text : '').join(),
)

describe('a chat that is loaded', () => {
  it('shows its runs folded, and follows the one that works from its last event', async () => {
    stored = [build('run-1', null, 'completed', [...say('One.'), completed]), build('run-2', 'run-1', 'running', say('Two'))]
    const chat = await openChat()

    expect(texts(chat.runs.value)).toEqual(['One.', 'Two'])
    expect(chat.live.value?.runId).toBe('run-2')
    expect(FakeEventSource.opened.map(source => source.url)).toEqual(['/api/runs/run-2/events?after=3'])
  })

  it('shows a run without events in the state and with the model that it has', async () => {
    stored = [build('run-1', null, 'queued', [])]
    const chat = await openChat()
    expect(chat.runs.value).toMatchObject([{ state: 'queued', model: 'm/m' }])
    expect(FakeEventSource.opened).toHaveLength(1)
  })

  it('reports an event that the page does not know [F008-A143]', async () => {
    const { events, ...run } = build('run-1', null, 'completed', say('One.'))
    stored = [{ ...run, events: events.map(event => ({ ...event, type: 'text-started' }) as unknown as DurableEvent) }]
    const chat = await openChat()

    expect(chat.error.value?.message).toBe('This page is out of date. Reload it.')
    expect([chat.isLoaded.value, chat.conversation.value, chat.runs.value]).toEqual([true, null, []])
  })

  it('folds what streams, once per frame, and notes how far its clock is ahead', async () => {
    stored = [build('run-1', null, 'running', say('Half').slice(0, 2))]
    const chat = await openChat()
    vi.spyOn(Date, 'now').mockReturnValue(STARTED_AT + 5020)
    FakeEventSource.last.send(...buildEvents(say('Whole'), 'run-1').slice(2))
    expect(texts(chat.runs.value)).toEqual([''])

    drawFrame()
    expect(texts(chat.runs.value)).toEqual(['Whole'])
    expect(chat.skewMs.value).toBe(5000)
  })

  it('keeps what it has folded when an older stored form comes, and takes a newer one', async () => {
    const whole = say('Folded here')
    stored = [build('run-1', null, 'running', whole.slice(0, 2))]
    const chat = await openChat()
    FakeEventSource.last.send(...buildEvents(whole, 'run-1').slice(2))
    drawFrame()
    await chat.load()
    expect(texts(chat.runs.value)).toEqual(['Folded here'])

    stored = [build('run-1', null, 'completed', [...whole, completed])]
    await chat.load()
    expect(chat.runs.value[0]?.state).toBe('completed')
    expect(FakeEventSource.last.isClosed).toBe(true)
  })

  it('asks again when the page comes back to the front, unless a run is followed', async () => {
    stored = [build('run-1', null, 'completed', [...say('One.'), completed])]
    await openChat()
    isHidden = true
    document.dispatchEvent(new Event('visibilitychange'))
    expect(loads).toBe(1)
    isHidden = false
    stored = [...stored, build('run-2', 'run-1', 'running', say('Two'))]
    document.dispatchEvent(new Event('visibilitychange'))
    await vi.waitFor(() => expect(FakeEventSource.opened).toHaveLength(1))
    expect(loads).toBe(2)

    document.dispatchEvent(new Event('visibilitychange'))
    await flushPromises()
    expect(loads).toBe(2)
  })
})

describe('a message', () => {
  it('is shown while it is sent, then as the run that the server made of it, which is followed and announced to other tabs', async () => {
    stored = [build('run-1', null, 'completed', [...say('One.'), completed])]
    const chat = await openChat()
    const other = await openChat()
    const loadsBefore = loads
    const sent = chat.send({ input: 'And two?', ...CHOICE })
    expect([chat.pendingInput.value, chat.isSending.value]).toEqual(['And two?', true])
    await sent

    expect([chat.pendingInput.value, chat.isSending.value]).toEqual([null, false])
    expect(posted).toEqual([{ path: '/api/conversations/c1/runs', body: { input: [{ type: 'text', text: 'And two?' }], ...CHOICE } }])
    expect(chat.runs.value.map(run => run.runId)).toEqual(['run-1', 'run-2'])
    expect(chat.live.value).toMatchObject({ runId: 'run-2', input: [{ type: 'text', text: 'And two?' }] })
    expect(FakeEventSource.last.url).toBe('/api/runs/run-2/events?after=0')
    await vi.waitFor(() => expect(loads).toBeGreaterThan(loadsBefore))
    expect(other.live.value).toBeNull()
  })

  it('whose answer ends is announced to other tabs, which load it', async () => {
    stored = [build('run-1', null, 'completed', [...say('One.'), completed])]
    const other = await openChat()
    stored = [...stored, build('run-2', 'run-1', 'running', say('Two.'))]
    await openChat()
    const loadsBefore = loads
    stored = [...stored.slice(0, 1), build('run-2', 'run-1', 'completed', [...say('Two.'), completed])]
    FakeEventSource.last.send(...buildEvents([...say('Two.'), completed], 'run-2').slice(3))
    await vi.waitFor(() => expect(texts(other.runs.value)).toEqual(['One.', 'Two.']))
    expect(loads).toBe(loadsBefore + 1)
  })

  it('that is refused leaves the chat as it was, and says why', async () => {
    stored = [build('run-1', null, 'completed', [...say('One.'), completed])]
    const chat = await openChat()
    isRejecting = true
    expect(await chat.send({ input: 'And two?', ...CHOICE })).toBe(false)
    expect([chat.pendingInput.value, chat.isSending.value, chat.error.value?.message]).toEqual([null, false, 'It is busy.'])
    expect(chat.runs.value.map(run => run.runId)).toEqual(['run-1'])
  })

  it('whose run follows one that is not here brings in what others have asked meanwhile', async () => {
    stored = [build('run-1', null, 'completed', [...say('One.'), completed])]
    const chat = await openChat()
    stored = [
      ...stored, build('elsewhere', 'run-1', 'completed', [...say('Elsewhere.'), completed]),
      build('run-2', 'elsewhere', 'running', say('Two')),
    ]
    started = { id: 'run-2', parent: 'elsewhere' }
    await chat.send({ input: 'And two?', ...CHOICE })
    await vi.waitFor(() => expect(chat.runs.value.map(run => run.runId)).toEqual(['run-1', 'elsewhere', 'run-2']))
  })
})

describe('a repeated turn', () => {
  it('takes the place of the one that failed, with the same message, and adds none [F008-A65]', async () => {
    stored = [build('run-1', null, 'completed', [...say('One.'), completed]), build('failed', 'run-1', 'failed', failed)]
    const chat = await openChat()
    await chat.retry('failed', { ...CHOICE, model: 'other/model' })

    expect(posted.map(({ body }) => body)).toEqual(
      [{ input: runStart.type === 'run-start' && runStart.input, ...CHOICE, model: 'other/model', parent: 'run-1' }],
    )
    expect(chat.runs.value.map(run => run.runId)).toEqual(['run-1', 'run-2'])
    expect(chat.runs.value[1]?.input).toEqual([{ type: 'text', text: 'Weather?' }])
    expect(chat.allRuns.value.map(run => run.runId)).toEqual(['run-1', 'failed', 'run-2'])
    expect(chat.earlierAttempts.value.get('run-2')).toEqual(['failed'])
    expect(chat.earlierAttempts.value.get('run-1')).toEqual([])
  })

  it('begins the conversation anew when the first one failed, and shows the newest of several attempts [F008-A65]', async () => {
    stored = [build('first', null, 'failed', failed), build('second', null, 'failed', failed)]
    started = { id: 'third', parent: null }
    const chat = await openChat()
    expect(chat.runs.value.map(run => run.runId)).toEqual(['second'])
    await chat.retry('second', CHOICE)

    expect(posted[0]?.body).toMatchObject({ parent: null })
    expect(chat.runs.value.map(run => run.runId)).toEqual(['third'])
    expect(chat.earlierAttempts.value.get('third')).toEqual(['first', 'second'])
  })

  it('that is refused leaves the failed one in its place [F008-A65]', async () => {
    stored = [build('failed', null, 'failed', failed)]
    const chat = await openChat()
    isRejecting = true
    await chat.retry('failed', CHOICE)
    expect(chat.runs.value.map(run => run.runId)).toEqual(['failed'])
    expect(chat.error.value?.message).toBe('It is busy.')
  })
})

describe('a run', () => {
  it('is stopped by its id', async () => {
    stored = [build('run-1', null, 'running', say('One'))]
    const chat = await openChat()
    await chat.stop()
    expect(posted.map(({ path }) => path)).toEqual(['/api/runs/run-1/cancel'])
  })

  it('that was interrupted goes on: it is live again and followed from its last event', async () => {
    stored = [build('run-1', null, 'interrupted', [...say('One'), [30, { type: 'run-end', reason: 'interrupted', usage: USAGE, cost: 0 }]])]
    const chat = await openChat()
    expect(FakeEventSource.opened).toHaveLength(0)
    await chat.resume('run-1')
    expect(chat.live.value).toMatchObject({ runId: 'run-1', state: 'running', endedAt: undefined })
    expect(FakeEventSource.last.url).toBe('/api/runs/run-1/events?after=4')
  })

  it('that cannot go on stays as it is', async () => {
    stored = [build('run-1', null, 'interrupted', [...say('One'), [30, { type: 'run-end', reason: 'interrupted', usage: USAGE, cost: 0 }]])]
    const chat = await openChat()
    isRejecting = true
    await chat.resume('run-1')
    expect([chat.live.value, chat.error.value?.message]).toEqual([null, 'It is busy.'])
  })
})
