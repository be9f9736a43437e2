import { mountSuspended } from '@nuxt/test-utils/runtime'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { defineComponent, h } from 'vue'
import type { RunEvent } from '#shared/run-event'
import { loadRunEventReader } from '~/utils/read-run-event'
import { FakeEventSource } from '../../fixtures/ui/fake-event-source'

const AT = '2026-11-21T10:00:00.000Z'
const delta = (text: string): RunEvent => ({ type: 'text-delta', runId: 'run-1', at: AT, step: 1, after: 1, offset: 0, text })
const durable = (sequence: number): RunEvent => ({ type: 'step-start', runId: 'run-1', at: AT, sequence, step: sequence })
const end: RunEvent = {
  type: 'run-end', runId: 'run-1', at: AT, sequence: 9, reason: 'cancelled',
  usage: { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 }, cost: 0,
}

/** Frames and hiding are the test's; so is time. */
let frames: (() => void)[]
let isHidden: boolean
let folded: number
let batches: (readonly RunEvent[])[]
let ends: number
let unmount: () => void

beforeAll(() => loadRunEventReader())
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  vi.stubGlobal('EventSource', FakeEventSource)
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => frames.push(run))
  vi.stubGlobal('cancelAnimationFrame', (id: number) => frames.splice(id - 1, 1, () => undefined))
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden)
  FakeEventSource.opened = []
  frames = []
  isHidden = false
  folded = 0
  batches = []
  ends = 0
})
afterEach(() => {
  unmount()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function mountEvents() {
  let events: ReturnType<typeof useRunEvents> | undefined
  const host = await mountSuspended(defineComponent({
    setup() {
      events = useRunEvents({
        after: () => folded,
        onEvents: (batch) => {
          batches.push(batch)
          for (const event of batch) folded = 'sequence' in event ? event.sequence : folded
        },
        onEnd: () => {
          ends += 1
        },
      })
      return () => h('p')
    },
  }))
  unmount = () => host.unmount()
  return events!
}
function drawFrame() {
  for (const run of frames.splice(0)) run()
}

describe('the events of a run', () => {
  it('are handed over once per frame, neighbouring deltas joined', async () => {
    const events = await mountEvents()
    events.follow('run-1')
    FakeEventSource.last.send(delta('Hel'), delta('lo'), durable(1))
    expect([batches.length, frames.length]).toEqual([0, 1])

    drawFrame()
    expect(batches).toEqual([[delta('Hello'), durable(1)]])
    drawFrame()
    expect(batches).toHaveLength(1)
  })

  it('are handed over by a timer while the page is hidden, which gets no frames', async () => {
    isHidden = true
    const events = await mountEvents()
    events.follow('run-1')
    FakeEventSource.last.send(delta('Hel'))
    vi.advanceTimersByTime(100)
    FakeEventSource.last.send(delta('lo'))
    expect([batches.length, frames.length]).toEqual([0, 0])

    vi.advanceTimersByTime(150)
    expect(batches).toEqual([[delta('Hello')]])
  })

  it('are handed over at once at the end, after which nothing is followed', async () => {
    const events = await mountEvents()
    events.follow('run-1')
    FakeEventSource.last.send(delta('Bye'), end)

    expect(batches).toEqual([[delta('Bye'), end]])
    expect([ends, FakeEventSource.last.isClosed, events.connection.value.state]).toEqual([1, true, 'closed'])
    drawFrame()
    vi.advanceTimersByTime(60_000)
    expect([batches.length, FakeEventSource.opened.length]).toEqual([1, 1])
  })

  it('are asked for from where folding has come to', async () => {
    folded = 7
    const events = await mountEvents()
    events.follow('run-1')
    expect(FakeEventSource.last.url).toBe('/api/runs/run-1/events?after=7')
  })
})

describe('an event that the page does not know', () => {
  it.each([
    ['of another type', '{"type":"text-started","runId":"run-1","at":"2026-11-21T10:00:00.000Z","step":1}'],
    ['that lacks a field', '{"type":"text-delta","runId":"run-1","at":"2026-11-21T10:00:00.000Z","step":1}'],
    ['that is no JSON', '{"type":'],
  ])('%s ends the stream for good, with what came before it [F008-A143]', async (_, data) => {
    const events = await mountEvents()
    events.follow('run-1')
    FakeEventSource.last.send(delta('Hel'))
    FakeEventSource.last.onmessage?.({ data })

    expect(batches).toEqual([[delta('Hel')]])
    expect([FakeEventSource.last.isClosed, events.connection.value.state]).toEqual([true, 'unknown-event'])
    events.follow('run-1')
    window.dispatchEvent(new Event('online'))
    vi.advanceTimersByTime(60_000)
    expect(FakeEventSource.opened).toHaveLength(1)
  })
})

describe('a connection that is lost', () => {
  it('hands over what had come, closes its stream, and resumes after it', async () => {
    const events = await mountEvents()
    events.follow('run-1')
    const first = FakeEventSource.last
    first.onopen?.()
    first.send(durable(1), durable(2))
    first.onerror?.()

    expect(batches).toEqual([[durable(1), durable(2)]])
    expect(first.isClosed).toBe(true)
    expect(events.connection.value).toEqual({ state: 'lost', retryAt: Date.now() + 500 })
    vi.advanceTimersByTime(500)
    expect(FakeEventSource.opened.map(source => source.url)).toEqual(['/api/runs/run-1/events?after=0', '/api/runs/run-1/events?after=2'])
    expect(events.connection.value.state).toBe('connecting')
  })

  it('is tried again after twice the wait each time, up to fifteen seconds, and after the first wait once it held', async () => {
    const events = await mountEvents()
    events.follow('run-1')
    const waits = [500, 1000, 2000, 4000, 8000, 15_000, 15_000].map((wait) => {
      FakeEventSource.last.onerror?.()
      const { length } = FakeEventSource.opened
      vi.advanceTimersByTime(wait - 1)
      expect(FakeEventSource.opened).toHaveLength(length)
      vi.advanceTimersByTime(1)
      return FakeEventSource.opened.length - length
    })
    expect(waits).toEqual([1, 1, 1, 1, 1, 1, 1])

    FakeEventSource.last.onopen?.()
    expect(events.connection.value.state).toBe('open')
    FakeEventSource.last.onerror?.()
    expect(events.connection.value).toEqual({ state: 'lost', retryAt: Date.now() + 500 })
  })

  it('is tried at once on request, and then not again by the timer', async () => {
    const events = await mountEvents()
    events.follow('run-1')
    events.retryNow()
    expect(FakeEventSource.opened).toHaveLength(1)
    FakeEventSource.last.onerror?.()
    events.retryNow()
    expect(FakeEventSource.opened).toHaveLength(2)

    vi.advanceTimersByTime(60_000)
    expect(FakeEventSource.opened).toHaveLength(2)
  })
})

describe('a browser that is online again', () => {
  it('tries a lost connection at once, and leaves one that held alone [F008-A122]', async () => {
    const events = await mountEvents()
    events.follow('run-1')
    window.dispatchEvent(new Event('online'))
    expect(FakeEventSource.opened).toHaveLength(1)

    FakeEventSource.last.onerror?.()
    window.dispatchEvent(new Event('online'))
    expect(FakeEventSource.opened).toHaveLength(2)
  })
})

describe('following', () => {
  it('the same run again opens no second stream, also while its connection is lost', async () => {
    const events = await mountEvents()
    events.follow('run-1')
    events.follow('run-1')
    FakeEventSource.last.onerror?.()
    events.follow('run-1')
    expect(FakeEventSource.opened).toHaveLength(1)
  })

  it('another run closes the stream of the first, and drops what it had not handed over', async () => {
    const events = await mountEvents()
    events.follow('run-1')
    const first = FakeEventSource.last
    first.send(delta('of the first'))
    events.follow('run-2')

    expect([first.isClosed, FakeEventSource.last.url]).toEqual([true, '/api/runs/run-2/events?after=0'])
    drawFrame()
    expect(batches).toEqual([])
  })

  it('ends with the screen: neither stream nor timer is left', async () => {
    const events = await mountEvents()
    events.follow('run-1')
    FakeEventSource.last.onerror?.()
    unmount()
    vi.advanceTimersByTime(60_000)
    expect(FakeEventSource.opened).toHaveLength(1)
    expect(FakeEventSource.last.isClosed).toBe(true)
  })
})
