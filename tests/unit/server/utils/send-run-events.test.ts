import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createApp, defineEventHandler, toNodeListener } from 'h3'
import { expect, onTestFinished, test } from 'vitest'
import { sendRunEvents } from '#server/utils/send-run-events'

async function openStream(mayRead: () => Promise<boolean>): Promise<Response> {
  const app = createApp().use(defineEventHandler(event => sendRunEvents(event, {
    readFeed: async () => ({ stored: [], hasEnded: false }),
    readSnapshot: () => undefined,
    subscribe: () => () => {},
    closing: new AbortController().signal,
    mayRead,
    heartbeatMs: 1,
  })))
  const server = createServer(toNodeListener(app))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
}

test('a stream is kept open while its reader may read, and ends when that is over', async () => {
  const answers = [true, true, false]
  const response = await openStream(async () => answers.shift() ?? false)
  expect(await response.text()).toBe(': still here\n\n: still here\n\n')
})

test('a stream stays open when nobody can say whether its reader may read', async () => {
  let asked = 0
  const response = await openStream(async () => {
    asked += 1
    if (asked > 1) return false
    throw new Error('the database is locked')
  })
  expect(await response.text()).toBe(': still here\n\n')
})
