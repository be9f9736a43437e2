import { once } from 'node:events'
import { request } from 'node:http'
import { defineEventHandler, type H3Event } from 'h3'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import type { RunEvent } from '#shared/run-event'
import { readConfig } from '#server/config'
import { defineApiRoute } from '#server/utils/define-api-route'
import { sendRunEvents } from '#server/utils/send-run-events'
import { createActor } from '../../../support/actors'
import { serveRoutes } from '../../../support/serve-routes'

vi.setConfig({ testTimeout: 60_000 })

const services = { config: readConfig({}, { appDirectory: '/', adapters: [] }) }
const HUGE = 'x'.repeat(12 * 1024 * 1024)
const HUGE_STEP = { type: 'step-snapshot', runId: 'r', at: '', step: 1, parts: [{ type: 'text', text: HUGE }] } satisfies RunEvent

const PATIENCE = { timeout: 20_000 }

async function serve() {
  const begun: string[] = []
  const events: H3Event[] = []
  let isActive = true
  const huge = defineApiRoute({
    role: 'user',
    handler: ({ actor, event }) => {
      begun.push(actor.userId)
      events.push(event)
      return { text: HUGE }
    },
  })
  const take = defineApiRoute({ role: 'user', body: z.unknown(), handler: ({ actor }) => ({ by: actor.userId }) })
  const closing = new AbortController()
  onTestFinished(() => closing.abort())
  const stream = defineApiRoute({
    role: 'user',
    handler: ({ event }) => sendRunEvents(event, {
      follow: async () => ({ stored: [], hasEnded: false, start: () => {}, leave: () => {} }), closing: closing.signal,
    }),
  })
  const largeStep = defineApiRoute({
    role: 'user',
    handler: ({ actor, event }) => {
      begun.push(actor.userId)
      events.push(event)
      return sendRunEvents(event, {
        follow: async () => ({ stored: [], hasEnded: false, start: listener => listener(HUGE_STEP), leave: () => {} }),
        closing: closing.signal, heartbeatMs: 5,
      })
    },
  })
  const stop = defineApiRoute({ role: 'user', isUrgent: true, handler: ({ actor }) => ({ by: actor.userId }) })
  const url = await serveRoutes({
    'GET /huge': huge, 'POST /take': take, 'GET /stream': stream, 'GET /large-step': largeStep, 'DELETE /stop': stop,
  }, {
    services,
    middleware: defineEventHandler((event) => {
      event.context.findActor = async () => isActive
        ? createActor({
            userId: event.headers.get('x-user') ?? '', via: 'token', scopes: ['chat'], role: 'user',
          })
        : null
    }),
  })
  return { url, begun, events, suspend: () => {
    isActive = false
  } }
}

/** Asks, and reads nothing of the answer. */
function askAndPause(url: string, user: string, path = '/huge') {
  const asked = request(`${url}${path}`, { headers: { 'x-user': user }, agent: false }, response => response.pause())
  asked.on('error', () => { /* cut at the end of the test */ })
  asked.end()
  onTestFinished(() => void asked.destroy())
  return asked
}

describe('requests of one user', () => {
  it('whose answers nobody reads are eight at most; more begin as those leave, and others are served [F012-A65]', async () => {
    const { url, begun } = await serve()
    const asked = Array.from({ length: 20 }, () => askAndPause(url, 'ada'))
    await vi.waitFor(() => expect(begun).toHaveLength(8), PATIENCE)
    const other = await fetch(`${url}/huge`, { headers: { 'x-user': 'bob' } })
    expect((await other.text()).length).toBeGreaterThan(HUGE.length)
    expect(begun.filter(user => user === 'ada')).toHaveLength(8)

    asked.slice(0, 3).forEach(connection => connection.destroy())
    await vi.waitFor(() => expect(begun.filter(user => user === 'ada').length).toBeGreaterThan(8), PATIENCE)
  })

  it('whose bodies never end are eight at most [F012-A65]', async () => {
    const { url, begun } = await serve()
    for (let count = 0; count < 8; count++) {
      const asked = request(`${url}/take`, {
        method: 'POST', headers: { 'x-user': 'eve', 'content-type': 'application/json' }, agent: false,
      })
      asked.on('error', () => { /* cut at the end of the test */ })
      asked.write('[')
      await once(asked, 'socket')
      onTestFinished(() => void asked.destroy())
    }
    const other = await fetch(`${url}/take`, {
      method: 'POST', body: '[]', headers: { 'x-user': 'bob', 'content-type': 'application/json' },
    })
    expect(await other.json()).toEqual({ by: 'bob' })
    const late = askAndPause(url, 'eve')
    await fetch(`${url}/huge`, { headers: { 'x-user': 'bob' } }).then(response => response.text())
    expect(begun).toEqual(['bob'])
    late.destroy()
  })

  it('that follow runs do not count, once they have what there was [F012-A65]', async () => {
    const { url } = await serve()
    const headers = { 'x-user': 'lee', 'content-type': 'application/json' }
    const streams = await Promise.all(Array.from({ length: 20 }, () => fetch(`${url}/stream`, { headers })))
    expect(streams.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
    expect(await (await fetch(`${url}/take`, { method: 'POST', body: '[]', headers })).json()).toEqual({ by: 'lee' })
  })

  it('that follow a run and take nothing of its unfinished step count, and are cut off like others [F012-A65]', async () => {
    const { url, begun, events } = await serve()
    for (let count = 0; count < 12; count++) askAndPause(url, 'mia', '/large-step')
    await vi.waitFor(() => expect(begun).toHaveLength(8), PATIENCE)
    await fetch(`${url}/huge`, { headers: { 'x-user': 'bob' } }).then(response => response.text())
    expect(begun.filter(user => user === 'mia')).toHaveLength(8)
    const response = events[0]!.node.res
    expect(response.socket?.timeout).toBe(30_000)
    const waiting = response.writableLength
    await fetch(`${url}/huge`, { headers: { 'x-user': 'bob' } }).then(answer => answer.text())
    expect(response.writableLength).toBe(waiting)
  })

  it('that end something do not wait behind the others [F012-A66]', async () => {
    const { url, begun } = await serve()
    for (let count = 0; count < 10; count++) askAndPause(url, 'ivy')
    await vi.waitFor(() => expect(begun).toHaveLength(8), PATIENCE)
    expect(await (await fetch(`${url}/stop`, { method: 'DELETE', headers: { 'x-user': 'ivy' } })).json()).toEqual({ by: 'ivy' })
  })

  it('that waited are authorised again when they begin [F012-A65]', async () => {
    const { url, begun, suspend } = await serve()
    const asked = Array.from({ length: 8 }, () => askAndPause(url, 'zoe'))
    await vi.waitFor(() => expect(begun).toHaveLength(8), PATIENCE)
    const waiting = fetch(`${url}/huge`, { headers: { 'x-user': 'zoe' } })
    // It has been admitted once when a later request of another user is answered.
    await fetch(`${url}/huge`, { headers: { 'x-user': 'bob' } }).then(response => response.text())
    suspend()
    asked[0]?.destroy()
    expect((await waiting).status).toBe(401)
  })

  it('are cut off when nothing of the answer is taken for half a minute [F012-A65]', async () => {
    const { url, events } = await serve()
    askAndPause(url, 'kim')
    await vi.waitFor(() => expect(events[0]?.node.res.socket?.timeout).toBe(30_000), PATIENCE)
    const response = events[0]!.node.res
    response.socket?.emit('timeout')
    expect(response.destroyed).toBe(true)
  })
})
