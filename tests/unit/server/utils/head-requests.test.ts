import { expect, it } from 'vitest'
import headRequests from '#server/middleware/head-requests'
import { defineApiRoute } from '#server/utils/define-api-route'
import { sendRunEvents } from '#server/utils/send-run-events'
import { createActor } from '../../../support/actors'
import { serveRoutes } from '../../../support/serve-routes'

const greet = defineApiRoute({ role: 'public', handler: () => ({ hello: 'world' }) })

it('answers HEAD as GET, without the body [F005-A79]', async () => {
  const url = await serveRoutes({ 'GET /api/hello': greet }, { services: {}, actor: createActor(), middleware: headRequests })
  const [head, get] = [await fetch(`${url}/api/hello`, { method: 'HEAD' }), await fetch(`${url}/api/hello`)]
  expect([head.status, get.status]).toEqual([200, 200])
  expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'))
  expect(await head.text()).toBe('')
  expect(await get.json()).toEqual({ hello: 'world' })
})

it('answers HEAD of a stream that goes on with its headers, and ends [F005-A79]', async () => {
  const stream = defineApiRoute({
    role: 'public',
    handler: ({ event }) => sendRunEvents(event, {
      follow: async () => ({ stored: [], hasEnded: false, start: () => {}, leave: () => {} }),
      closing: new AbortController().signal,
    }),
  })
  const url = await serveRoutes({ 'GET /api/stream': stream }, { services: {}, middleware: headRequests })
  const head = await fetch(`${url}/api/stream`, { method: 'HEAD' })
  expect(head.headers.get('content-type')).toBe('text/event-stream')
  expect(await head.text()).toBe('')
})
