import { once } from 'node:events'
import { request as startRequest, type IncomingMessage } from 'node:http'
import { defineEventHandler } from 'h3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import type { UserContent } from '#shared/content'
import { readConfig } from '#server/config'
import { defineApiRoute } from '#server/utils/define-api-route'
import { createActor } from '../support/actors'
import { createInProcessApp, PERSON, runToRest } from '../support/in-process-app'
import { serveRoutes } from '../support/serve-routes'

const MB = 1024 * 1024
const take = defineApiRoute({
  role: 'user', body: z.object({ text: z.string() }), bodyLimitBytes: 20 * MB, handler: ({ body }) => body.text.length,
})

/** A route for large bodies; the header `x-user` says who sends one. */
async function serveLargeBodies() {
  const middleware = defineEventHandler((event) => {
    const userId = String(event.node.req.headers['x-user'])
    event.context.findActor = async () => createActor({ userId, via: 'token', role: 'user' })
  })
  const url = await serveRoutes({ 'POST /take': take }, {
    services: { config: readConfig({}, { appDirectory: '/', adapters: [] }) }, middleware,
  })
  return { url: `${url}/take` }
}

/** A request whose body has begun and stays open until the test ends it. */
function begin(url: string, userId: string, text: string, isAnnounced: boolean) {
  const body = Buffer.from(JSON.stringify({ text }))
  const request = startRequest(url, {
    method: 'POST',
    headers: { 'x-user': userId, 'content-type': 'application/json', ...(isAnnounced && { 'content-length': body.length }) },
  })
  request.write(body.subarray(0, -1))
  const answer = once(request, 'response').then(async ([response]: IncomingMessage[]) => ({
    status: response!.statusCode, retryAfter: response!.headers['retry-after'], body: Buffer.concat(await response!.toArray()).toString(),
  }))
  return { answer, end: () => request.end(body.subarray(-1)) }
}

function send(url: string, userId: string, text: string): Promise<Response> {
  return fetch(url, { method: 'POST', body: JSON.stringify({ text }), headers: { 'x-user': userId, 'content-type': 'application/json' } })
}

describe('large bodies', () => {
  it.each([
    ['announced', true], ['not announced', false],
  ])('are two at once for each user, with their length %s; a third is refused meanwhile [F012-A60]', async (_how, isAnnounced) => {
    const { url } = await serveLargeBodies()
    const userId = `ada ${isAnnounced}`
    const large = 'x'.repeat(2 * MB)
    const begun = [1, 2, 3].map(() => begin(url, userId, large, isAnnounced))
    const refused = await Promise.race(begun.map(({ answer }) => answer))
    expect(refused).toMatchObject({ status: 429, retryAfter: '2', body: expect.stringContaining('2 requests of more than 1 MB') })
    expect((await send(url, userId, 'small')).status).toBe(200)
    expect((await send(url, 'bob', large)).status).toBe(200)
    begun.forEach(({ end }) => end())
    const answers = await Promise.all(begun.map(({ answer }) => answer))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 429])
    expect((await send(url, userId, large)).status).toBe(200)
  })

  it('give their place back when they are refused', async () => {
    const { url } = await serveLargeBodies()
    for (let count = 0; count < 3; count += 1) {
      const broken = await fetch(url, {
        method: 'POST', body: `{${' '.repeat(2 * MB)}`, headers: { 'x-user': 'eve', 'content-type': 'application/json' },
      })
      expect(broken.status).toBe(400)
    }
  })

  it.each([
    ['list items', `[${'0,'.repeat(1_000_000)}0]`],
    ['keys', `{${Array.from({ length: 150_000 }, (_, index) => `"k${index}":0`).join(',')}}`],
    ['nested lists', `[${'[],'.repeat(400_000)}0]`],
    ['keys in less than 1 MB', `{${Array.from({ length: 20_000 }, (_, index) => `"k${index}":0`).join(',')}}`],
  ])('are refused unparsed when they hold very many %s [F012-A61]', async (_what, extra) => {
    const { url } = await serveLargeBodies()
    const response = await fetch(url, {
      method: 'POST', body: `{"text":"x","extra":${extra}}`, headers: { 'x-user': 'ada', 'content-type': 'application/json' },
    })
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('20,000 keys and list items')])
  })

  it('may hold 19,000 keys [F012-A61]', async () => {
    const { url } = await serveLargeBodies()
    const extra = Object.fromEntries(Array.from({ length: 19_000 }, (_, index) => [`k${index}`, 0]))
    const response = await fetch(url, {
      method: 'POST', body: JSON.stringify({ text: 'x', extra }), headers: { 'x-user': 'ada', 'content-type': 'application/json' },
    })
    expect(response.status).toBe(200)
  })

  it('may hold any text, whatever marks of JSON stand in it [F012-A61]', async () => {
    const { url } = await serveLargeBodies()
    const text = '{[,:"\\",\\\\"]}'.repeat(100_000)
    const response = await send(url, 'ada', text)
    expect([response.status, await response.json()]).toEqual([200, text.length])
  })
})

describe('a message with long text and media', () => {
  it('cuts a title between whole characters [F001-A21]', async () => {
    const app = await createInProcessApp()
    onTestFinished(() => app.close())
    const { id } = await app.conversations.create(PERSON, {})
    await runToRest(app, id, { input: `${'あ'.repeat(59)}😀今日は`, model: 'demo/patchbay-demo' })
    expect((await app.conversations.find(PERSON, id)).title).toBe(`${'あ'.repeat(59)}…`)
  })

  it('gives its chat a title from its first words and its record no media [F001-A21]', async () => {
    const app = await createInProcessApp()
    onTestFinished(() => app.close())
    const { id } = await app.conversations.create(PERSON, {})
    const data = Buffer.alloc(3000, 7).toString('base64')
    const input: UserContent = [
      { type: 'text', text: `${' '.repeat(150)}Look at this picture ${'and this '.repeat(50_000)}` },
      { type: 'image', mimeType: 'image/png', data },
      { type: 'resource', resource: { uri: 'file:///a.bin', blob: data } },
    ]
    const [start] = await runToRest(app, id, { input, model: 'demo/patchbay-demo' })
    expect(start).toMatchObject({ type: 'run-start', input })
    expect((await app.conversations.find(PERSON, id)).title).toBe('Look at this picture and this and this and this and this…')
    const { items } = await app.audit.list({ kind: 'run.started' }, { limit: 10 }, { userId: PERSON.userId, role: 'admin' })
    const record = await app.audit.find(items[0]!.seq, { userId: PERSON.userId, role: 'admin' })
    expect(JSON.stringify(record.input)).not.toContain(data.slice(0, 100))
    expect(record.input).toMatchObject({ input: [
      { type: 'text' }, { type: 'image', mimeType: 'image/png', data: '[4000 characters of media left out]' },
      { resource: { blob: '[4000 characters of media left out]' } },
    ] })
  })
})
