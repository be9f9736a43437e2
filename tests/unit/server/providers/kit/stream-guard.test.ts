import { describe, expect, it } from 'vitest'
import { AppError } from '#server/errors'
import { guardStream } from '#server/providers/kit/stream-guard'

type Options = Parameters<typeof guardStream<string>>[0]

function guard(events: () => AsyncIterable<string>, overrides: Partial<Options> = {}) {
  return guardStream<string>({
    label: 'Vendor',
    signal: new AbortController().signal,
    open: async () => events(),
    isTerminal: event => event === 'end',
    toError: cause => new AppError('provider-unavailable', 'mapped', { cause, retryable: true }),
    ...overrides,
  })
}

async function* say(...events: string[]) {
  yield* events
}

async function* sayThenThrow(event: string, error: Error) {
  yield event
  throw error
}

/** Ends quietly when its signal fires, as the SDKs' loops do. */
async function* sayUntilAborted(signal: AbortSignal) {
  yield 'a'
  await new Promise(resolve => signal.addEventListener('abort', resolve))
}

describe('guardStream', () => {
  it('passes a whole answer on', async () => {
    expect(await Array.fromAsync(guard(() => say('a', 'end')))).toEqual(['a', 'end'])
  })

  it('refuses an answer that just ends', async () => {
    await expect(Array.fromAsync(guard(() => say('a')))).rejects.toMatchObject({ code: 'provider-protocol', retryable: true })
  })

  it('takes a connection lost in the middle for half an answer', async () => {
    await expect(Array.fromAsync(guard(() => sayThenThrow('a', new TypeError('terminated'))))).rejects.toMatchObject({ code: 'provider-protocol' })
  })

  it('maps a failure before the first event as the adapter says', async () => {
    const open = () => Promise.reject(new TypeError('fetch failed'))
    await expect(Array.fromAsync(guard(() => say(), { open }))).rejects.toMatchObject({ message: 'mapped' })
  })

  it('maps an error that the vendor spoke in the middle as the adapter says', async () => {
    const spoken = Object.assign(new Error('busy'), { type: 'overloaded_error' })
    await expect(Array.fromAsync(guard(() => sayThenThrow('a', spoken)))).rejects.toMatchObject({ message: 'mapped' })
  })

  it('throws the reason of an abort, before and during', async () => {
    const reason = new Error('stopped by the user')
    await expect(Array.fromAsync(guard(() => say('end'), { signal: AbortSignal.abort(reason) }))).rejects.toBe(reason)
    const controller = new AbortController()
    const events = guard(() => say(), { signal: controller.signal, open: async signal => sayUntilAborted(signal) })
    await events.next()
    const rest = events.next()
    controller.abort(reason)
    await expect(rest).rejects.toBe(reason)
  })

  it('lets nothing through after an abort, though the whole answer has been read already', async () => {
    const reason = new Error('stopped by the user')
    const controller = new AbortController()
    const events = guard(() => say('a', 'end'), { signal: controller.signal })
    await events.next()
    controller.abort(reason)
    await expect(events.next()).rejects.toBe(reason)
  })

  it('gives a silent vendor up', async () => {
    const events = guard(() => say(), { open: async signal => sayUntilAborted(signal), idleTimeoutMs: 1 })
    await expect(Array.fromAsync(events)).rejects.toMatchObject({ code: 'provider-unavailable', retryable: true })
  })

  it('closes the request when the reader leaves early', async () => {
    const seen: AbortSignal[] = []
    for await (const _event of guard(() => say(), { open: async (signal) => {
      seen.push(signal)
      return say('a', 'b')
    } })) break
    expect(seen[0]?.aborted).toBe(true)
  })
})
