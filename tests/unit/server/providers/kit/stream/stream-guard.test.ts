import { getEventListeners } from 'node:events'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { AppError } from '#server/errors'
import { createCutError } from '#server/providers/kit/stream/cut-error'
import { guardStream } from '#server/providers/kit/stream/stream-guard'

type Options = Parameters<typeof guardStream<string>>[0]

/** A vendor whose events are words: `end` ends the answer, `last` leaves nothing to follow, `fault` is an error, `ping` says nothing. */
function guard(batches: () => AsyncIterable<readonly string[]>, overrides: Partial<Options> = {}) {
  return guardStream<string>({
    label: 'Vendor',
    signal: new AbortController().signal,
    open: async () => batches(),
    createReader: (emit) => {
      let isOver = false
      return {
        accept: (word) => {
          if (word === 'ping') return false
          if (word === 'error') throw new AppError('provider-rejected', 'The vendor said no.')
          if (word === 'broken') throw new SyntaxError('Unexpected end of JSON input')
          isOver ||= word === 'end' || word === 'last'
          emit({ type: 'text-delta', text: word })
          return word === 'last'
        },
        hasEnded: () => isOver,
        finish: () => {
          if (!isOver) throw createCutError('Vendor')
          emit({ type: 'text-delta', text: '(finish)' })
        },
      }
    },
    toError: cause => new AppError('provider-unavailable', 'mapped', { cause, retryable: true }),
    ...overrides,
  })
}

async function read(events: ReturnType<typeof guard>): Promise<string[][]> {
  return Array.fromAsync(events, batch => batch.map(event => event.type === 'text-delta' ? event.text : event.type))
}

async function* say(...batches: string[][]) {
  yield* batches
}

async function* sayThenThrow(word: string, error: Error) {
  yield [word]
  throw error
}

/** Ends quietly when its signal fires, as the SDKs' loops do. */
async function* sayUntilAborted(signal: AbortSignal, word = 'a') {
  yield [word]
  await new Promise(resolve => signal.addEventListener('abort', resolve))
}

describe('guardStream', () => {
  it('passes a whole answer on, batch by batch', async () => {
    expect(await read(guard(() => say(['a', 'b'], ['end'])))).toEqual([['a', 'b'], ['end'], ['(finish)']])
  })

  it('reads no further than the last event of an answer', async () => {
    expect(await read(guard(() => say(['a', 'last', 'b'], ['c'])))).toEqual([['a', 'last'], ['(finish)']])
  })

  it('refuses an answer that just ends', async () => {
    await expect(read(guard(() => say(['a'])))).rejects.toMatchObject({ code: 'provider-protocol', retryable: true })
  })

  it('cuts off an answer that grows beyond eight million characters, and reads no more of it [F002-A53]', async () => {
    const word = 'x'.repeat(1024 * 1024)
    let sent = 0
    async function* sayForever() {
      for (;; sent += 1) yield [word]
    }
    const said: number[] = []
    const reading = (async () => {
      for await (const batch of guard(sayForever)) said.push(batch.length)
    })()
    await expect(reading).rejects.toMatchObject({
      code: 'provider-protocol', retryable: false, message: expect.stringContaining('8,388,608'),
    })
    expect([said.length, sent]).toEqual([8, 8])
  })

  it.each(['error', 'broken'])('gives what was said before an event that is %s, however the batches were cut [F002-A43]', async (word) => {
    for (const batches of [[['a', 'b', word]], [['a'], ['b', word]], [['a', 'b'], [word]]]) {
      const said: string[] = []
      const reading = (async () => {
        for await (const batch of guard(() => say(...batches))) {
          said.push(...batch.map(event => event.type === 'text-delta' ? event.text : ''))
        }
      })()
      await expect(reading).rejects.toMatchObject({ code: word === 'error' ? 'provider-rejected' : 'provider-protocol' })
      expect(said).toEqual(['a', 'b'])
    }
  })

  it('takes a connection lost in the middle for half an answer', async () => {
    await expect(read(guard(() => sayThenThrow('a', new TypeError('terminated'))))).rejects.toMatchObject({
      code: 'provider-protocol', retryable: true,
    })
  })

  it('takes an event that does not parse for half an answer, whatever the adapter thinks of it', async () => {
    const toError = () => new AppError('provider-protocol', 'Not JSON.')
    await expect(read(guard(() => say(['broken']), { toError }))).rejects.toMatchObject({ code: 'provider-protocol', retryable: true })
  })

  it('maps a failure before the first event as the adapter says', async () => {
    const open = () => Promise.reject(new TypeError('fetch failed'))
    await expect(read(guard(() => say(), { open }))).rejects.toMatchObject({ message: 'mapped' })
  })

  it('maps an error that the vendor spoke in the middle as the adapter says', async () => {
    const spoken = Object.assign(new Error('busy'), { type: 'overloaded_error' })
    await expect(read(guard(() => sayThenThrow('a', spoken)))).rejects.toMatchObject({ message: 'mapped' })
    const refused = Object.assign(new Error('busy'), { status: 529 })
    await expect(read(guard(() => sayThenThrow('a', refused)))).rejects.toMatchObject({ message: 'mapped' })
    const toError = () => new AppError('provider-rejected', 'No.')
    await expect(read(guard(() => sayThenThrow('a', new Error('no')), { toError }))).rejects.toMatchObject({ code: 'provider-rejected' })
  })

  it.each([
    ['ended', () => say(['end'])],
    ['broke off', () => sayThenThrow('a', new TypeError('terminated'))],
  ])('leaves no timer and no listener behind when the answer %s', async (_how, batches) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const { signal } = new AbortController()
    await read(guard(batches, { signal })).catch(() => undefined)
    expect([vi.getTimerCount(), getEventListeners(signal, 'abort').length]).toEqual([0, 0])
  })

  it('throws the reason of an abort, before and during', async () => {
    const reason = new Error('stopped by the user')
    await expect(read(guard(() => say(['end']), { signal: AbortSignal.abort(reason) }))).rejects.toBe(reason)
    const controller = new AbortController()
    const events = guard(() => say(), { signal: controller.signal, open: async signal => sayUntilAborted(signal) })
    await events.next()
    const rest = events.next()
    controller.abort(reason)
    await expect(rest).rejects.toBe(reason)
  })

  it('gives no answer that was stopped between its ending and its end', async () => {
    const reason = new Error('stopped by the user')
    const controller = new AbortController()
    const events = guard(() => say(), { signal: controller.signal, open: async signal => sayUntilAborted(signal, 'end') })
    await events.next()
    const rest = events.next()
    controller.abort(reason)
    await expect(rest).rejects.toBe(reason)
  })

  it('asks nobody when it was stopped before', async () => {
    const open = vi.fn(async () => say(['end']))
    await expect(read(guard(() => say(), { open, signal: AbortSignal.abort(new Error('stopped')) }))).rejects.toThrow('stopped')
    expect(open).not.toHaveBeenCalled()
  })

  it('lets nothing through after an abort, though the whole answer has been read already', async () => {
    const reason = new Error('stopped by the user')
    const controller = new AbortController()
    const events = guard(() => say(['a'], ['end']), { signal: controller.signal })
    await events.next()
    controller.abort(reason)
    await expect(events.next()).rejects.toBe(reason)
  })

  it('gives a silent vendor up', async () => {
    const events = guard(() => say(), { open: async signal => sayUntilAborted(signal), idleLimits: { silenceMs: 1, emptyMs: 60_000 } })
    await expect(read(events)).rejects.toMatchObject({ code: 'provider-unavailable', retryable: true })
  })

  it.each([
    ['in silence', () => {}],
    ['with keep-alives', (touch: () => void) => touch()],
  ])('takes an answer for complete that ended and stays open %s for five seconds [F002-A83]', async (_what, keepAlive) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    onTestFinished(() => void vi.useRealTimers())
    async function* stayOpen(signal: AbortSignal, touch: () => void) {
      yield ['a']
      vi.advanceTimersByTime(50_000)
      yield ['end']
      vi.advanceTimersByTime(4_000)
      yield ['ping']
      for (let count = 0; count < 10; count += 1) {
        vi.advanceTimersByTime(100)
        keepAlive(touch)
      }
      signal.throwIfAborted()
      yield ['not awaited']
    }
    expect(await read(guard(() => say(), { open: async (signal, touch) => stayOpen(signal, touch) }))).toEqual([
      ['a'], ['end'], ['(finish)'],
    ])
  })

  it('throws the reason of an abort while it waits for the rest of an answer that has ended', async () => {
    const reason = new Error('stopped by the user')
    const controller = new AbortController()
    const events = guard(() => say(), { signal: controller.signal, open: async signal => sayUntilAborted(signal, 'end') })
    await events.next()
    const next = events.next()
    await new Promise(resolve => setImmediate(resolve))
    controller.abort(reason)
    await expect(next).rejects.toBe(reason)
  })

  it.each([
    ['pings', [['ping']], () => {}],
    ['comments', [], (touch: () => void) => touch()],
  ])('gives a vendor up that sends nothing but %s [F002-A47]', async (_what, batches, comment) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    onTestFinished(() => void vi.useRealTimers())
    async function* keepAlive(signal: AbortSignal, touch: () => void) {
      yield ['a']
      for (let count = 0; count < 20; count += 1) {
        vi.advanceTimersByTime(50_000)
        signal.throwIfAborted()
        comment(touch)
        yield* batches
      }
      yield ['last']
    }
    const events = guard(() => say(), { open: async (signal, touch) => keepAlive(signal, touch) })
    await expect(read(events)).rejects.toMatchObject({ code: 'provider-unavailable', retryable: true })
  })

  it('waits for a slow reader without giving the vendor up', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const events = guard(() => say(), { open: async signal => (async function* () {
      yield ['a']
      signal.throwIfAborted()
      yield ['last']
    })() })
    await events.next()
    vi.advanceTimersByTime(3_600_000)
    expect((await events.next()).value).toEqual([{ type: 'text-delta', text: 'last' }])
    await events.return()
  })

  it('closes the request when the reader leaves early, and only then', async () => {
    const seen: AbortSignal[] = []
    const open = async (signal: AbortSignal) => {
      seen.push(signal)
      return say(['a'], ['end'])
    }
    for await (const _batch of guard(() => say(), { open })) break
    await read(guard(() => say(), { open }))
    expect(seen.map(signal => signal.aborted)).toEqual([true, false])
  })
})
