import { Writable } from 'node:stream'
import type { ServerResponse } from 'node:http'
import type { H3Event } from 'h3'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { sendRunEvents } from '#server/utils/send-run-events'
import { createFollowedRun, START, textDelta, textEnd } from '../../../support/followed-run'

const LONG = 'x'.repeat(2 * 1024 * 1024)

/** A response whose reader takes nothing until it is told to. */
function createStalledResponse() {
  const waiting: (() => void)[] = []
  const writable = new Writable({ write: (_chunk, _encoding, done) => void waiting.push(done) })
  const response = Object.assign(writable, {
    writeHead: () => undefined, getHeader: () => undefined, flushHeaders: () => undefined, setTimeout: () => undefined,
  })
  const takeAll = () => {
    for (let done = waiting.shift(); done; done = waiting.shift()) done()
  }
  return { response, takeAll }
}

async function streamToStalledReader(run: ReturnType<typeof createFollowedRun>) {
  const { response, takeAll } = createStalledResponse()
  const releaseRequestSlot = vi.fn()
  const closing = new AbortController()
  // Of the event, the stream needs only these two.
  const event = { node: { res: response as unknown as ServerResponse }, context: { releaseRequestSlot } } as unknown as H3Event
  const ended = sendRunEvents(event, { follow: () => run.follow(), closing: closing.signal, heartbeatMs: 1000 })
  onTestFinished(() => closing.abort())
  await vi.waitUntil(() => run.listeners() === 1)
  await new Promise(resolve => setImmediate(resolve))
  return { response, takeAll, releaseRequestSlot, ended }
}

describe('a stream whose reader takes nothing', () => {
  it('is not cut for the length of the unfinished step, which was there before it came', async () => {
    const run = createFollowedRun()
    run.store(START)
    run.stream(textDelta(LONG))
    const { response } = await streamToStalledReader(run)
    expect(response.writableLength).toBeGreaterThan(LONG.length)
    expect([run.listeners(), response.writableEnded]).toEqual([1, false])
    run.stream(textDelta('and more'))
    expect([run.listeners(), response.writableEnded]).toEqual([0, true])
  })

  it('holds its place among the requests until all that there was is taken', async () => {
    const run = createFollowedRun()
    run.store(textEnd(LONG))
    const { takeAll, releaseRequestSlot } = await streamToStalledReader(run)
    expect(releaseRequestSlot).not.toHaveBeenCalled()
    takeAll()
    await vi.waitUntil(() => releaseRequestSlot.mock.calls.length === 1)
  })

  it('is sent no heartbeats, which would count as progress', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const run = createFollowedRun()
    run.store(START)
    const { response } = await streamToStalledReader(run)
    const before = response.writableLength
    vi.advanceTimersByTime(5000)
    expect(response.writableLength).toBe(before)
  })
})
