import { once } from 'node:events'
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createApp, defineEventHandler, toNodeListener } from 'h3'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Actor } from '#server/ports/actor'
import { readCallerSignal } from '#server/utils/caller-signal'
import { createActor } from '../../../support/actors'

const ACTOR = createActor({ role: 'reviewer' })

/** A request whose access is checked every millisecond; `answer` ends it. */
async function openRequest(findActor: () => Promise<Actor | null>) {
  const opened = Promise.withResolvers<{ readonly signal: AbortSignal, readonly answer: () => void }>()
  const app = createApp().use(defineEventHandler((event) => {
    event.context.findActor = findActor
    const signal = readCallerSignal(event, ACTOR, 1)
    return new Promise<string>(resolve => opened.resolve({ signal, answer: () => resolve('done') }))
  }))
  const server = createServer(toNodeListener(app)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const request = get(`http://127.0.0.1:${(server.address() as AddressInfo /* it listens on a port */).port}/`)
  request.on('error', () => {})
  return { request, ...await opened.promise }
}

/** Answers each check with the next of `answers`, and the last one from then on. */
function createChecks(...answers: (Actor | Error | null)[]) {
  const checks = { count: 0, findActor: async () => {
    const answer = answers[Math.min(checks.count, answers.length - 1)] ?? null
    checks.count += 1
    if (answer instanceof Error) throw answer
    return answer
  } }
  return checks
}

describe('the signal of a caller', () => {
  it.each<[string, Actor | null]>([
    ['their access is revoked', null],
    ['their role is changed', { ...ACTOR, role: 'user' }],
    ['their credential becomes that of another person', { ...ACTOR, userId: 'bob' }],
  ])('aborts when %s [F012-A62]', async (_, changed) => {
    const { signal } = await openRequest(createChecks(ACTOR, ACTOR, changed).findActor)
    await expect.poll(() => signal.aborted).toBe(true)
    expect(signal.reason).toMatchObject({ code: 'unauthenticated' })
  })

  it('ignores a check that fails, and aborts at the next one that finds nobody', async () => {
    const checks = createChecks(new Error('the database is locked'), ACTOR, null)
    const { signal } = await openRequest(checks.findActor)
    await expect.poll(() => signal.aborted).toBe(true)
    expect(checks.count).toBeGreaterThanOrEqual(3)
  })

  it('aborts when the caller hangs up, and leaves no timer', async () => {
    useFakeInterval()
    const { request, signal } = await openRequest(createChecks(ACTOR).findActor)
    expect(vi.getTimerCount()).toBe(1)
    request.destroy()
    await once(signal, 'abort')
    expect(vi.getTimerCount()).toBe(0)
  })

  it('does not abort when the answer was sent, and leaves no timer', async () => {
    useFakeInterval()
    const { request, signal, answer } = await openRequest(createChecks(ACTOR).findActor)
    answer()
    await once(request, 'response')
    await expect.poll(() => vi.getTimerCount()).toBe(0)
    expect(signal.aborted).toBe(false)
  })
})

function useFakeInterval(): void {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
}
