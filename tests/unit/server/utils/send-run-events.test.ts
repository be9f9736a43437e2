import { once } from 'node:events'
import { createServer, request as startRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createApp, defineEventHandler, toNodeListener } from 'h3'
import { describe, expect, it, onTestFinished, test, vi } from 'vitest'
import type { RunEvent } from '#shared/run-event'
import { sendRunEvents } from '#server/utils/send-run-events'
import { createFollowedRun, RUN_END, START, textDelta, textEnd } from '../../../support/followed-run'
import { readEventStream } from '../../../support/read-event-stream'

type Source = Parameters<typeof sendRunEvents>[1]

/** One run, served over HTTP; `?after` is the number that a reader has. */
async function serveRun(overrides: Partial<Source> = {}) {
  const run = createFollowedRun()
  const app = createApp().use(defineEventHandler((event) => {
    const after = Number(new URL(event.path, 'http://x').searchParams.get('after') ?? 0)
    return sendRunEvents(event, {
      follow: () => run.follow(after), closing: new AbortController().signal, heartbeatMs: 60_000, ...overrides,
    })
  }))
  const server = createServer(toNodeListener(app))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { ...run, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }
}

const sequences = (events: readonly RunEvent[]) => events.flatMap(event => 'sequence' in event ? event.sequence : [])

describe('a stream of a run', () => {
  it('sends what is stored, the unfinished step and what follows, each exactly once [F005-A13]', async () => {
    const run = await serveRun()
    run.store(START)
    run.stream(textDelta('half'))
    const response = await fetch(run.url)
    run.stream(textDelta(' a word'))
    run.store(textEnd('half a word'))
    run.store(RUN_END)
    const events = await readEventStream(response)
    expect(sequences(events)).toEqual([1, 2, 3])
    expect(events.flatMap(event => 'sequence' in event ? [] : event)).toMatchObject([
      { type: 'step-snapshot', parts: [{ type: 'text', text: 'half' }] }, { type: 'text-delta', text: ' a word' },
    ])
    expect(run.listeners()).toBe(0)
  })

  it('sends a run that has ended, and ends itself', async () => {
    const run = await serveRun({ follow: async () => ({ ...await run.follow(), hasEnded: true }) })
    run.store(START)
    run.store(RUN_END)
    const response = await fetch(run.url)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/event-stream', 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no',
    })
    expect(await response.text()).toMatch(/^id: 1\ndata: \{.*\}\n\nid: 2\ndata: \{.*\}\n\n$/)
    expect(run.listeners()).toBe(0)
  })

  it('ends with an end of the run that came while it was read', async () => {
    const run = await serveRun({ follow: async () => {
      const followed = await run.follow()
      run.store(RUN_END)
      return followed
    } })
    expect(sequences(await readEventStream(await fetch(run.url)))).toEqual([1])
    expect(run.listeners()).toBe(0)
  })

  it('gives a live event no number, and lets no text forge another event', async () => {
    const run = await serveRun()
    const response = await fetch(run.url)
    run.stream(textDelta('a\n\nid: 99\ndata: {"forged":true}\r\n\r\n'))
    run.store(RUN_END)
    const lines = (await response.text()).split('\n').filter(line => line !== '')
    expect(lines.map(line => line.split(':')[0])).toEqual(['data', 'id', 'data'])
  })

  it('leaves no listener behind when its run cannot be read', async () => {
    const run = await serveRun({ follow: () => Promise.reject(new Error('the database is locked')) })
    expect((await fetch(run.url)).status).toBe(500)
    expect(run.listeners()).toBe(0)
  })

  it('leaves no listener and no timer behind when its reader has left', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const run = await serveRun()
    const reader = new AbortController()
    await fetch(run.url, { signal: reader.signal })
    expect([run.listeners(), vi.getTimerCount()]).toEqual([1, 1])
    reader.abort()
    await vi.waitUntil(() => run.listeners() === 0)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('ends when the server goes down', async () => {
    const closing = new AbortController()
    const run = await serveRun({ closing: closing.signal })
    run.store(START)
    const response = await fetch(run.url)
    closing.abort()
    expect(sequences(await readEventStream(response))).toEqual([1])
    expect(run.listeners()).toBe(0)
  })

  it('is cut for a reader that takes nothing, who then goes on where it was [F005-A42]', async () => {
    const run = await serveRun()
    const request = startRequest(run.url).end()
    const [response]: IncomingMessage[] = await once(request, 'response')
    response!.pause()
    let sequence = 0
    // Two megabytes more than the operating system takes off our hands.
    while (run.listeners() > 0 && sequence < 1000) {
      sequence = run.store(textEnd('x'.repeat(64 * 1024))).sequence
      await new Promise(resolve => setImmediate(resolve))
    }
    expect(run.listeners()).toBe(0)
    expect(sequence).toBeLessThan(1000)
    const text = Buffer.concat(await response!.toArray()).toString()
    const read = [...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id))
    expect(read).toEqual(Array.from({ length: sequence }, (_, index) => index + 1))
    run.store(START)
    const next = await fetch(`${run.url}?after=${sequence}`)
    run.store(RUN_END)
    expect(sequences(await readEventStream(next))).toEqual([sequence + 1, sequence + 2])
  })
})

test('a stream that was closed while its run was loaded ends at once', async () => {
  const run = await serveRun({ closing: AbortSignal.abort() })
  expect(await (await fetch(run.url)).text()).toBe('')
  expect(run.listeners()).toBe(0)
})

test('a silent stream is kept open every four seconds', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const run = await serveRun({ heartbeatMs: undefined })
  const reader = (await fetch(run.url)).body!.getReader()
  vi.advanceTimersByTime(4000)
  expect(Buffer.from((await reader.read()).value!).toString()).toBe(': still here\n\n')
  await reader.cancel()
})
