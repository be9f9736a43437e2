import { describe, expect, it } from 'vitest'
import type { Services } from '#server/services'
import eventsRoute from '../../../../server/api/runs/[id]/events.get'
import { createActor } from '../../../support/actors'
import { serveRoutes } from '../../../support/serve-routes'

const RUN = '0198a000-0000-7000-8000-00000000000f'

/** The route of a run's events; tells from which number on it was asked for them. */
async function serveEvents() {
  const asked: unknown[] = []
  const runs = {
    follow: async (...request: unknown[]) => {
      asked.push(request)
      return { stored: [], hasEnded: true, start: () => {}, leave: () => {} }
    },
    listEvents: async (...request: unknown[]) => {
      asked.push(request)
      return []
    },
  } as unknown as Services['runs'] // the routes under test use only these
  const actor = createActor({ via: 'token', role: 'user' })
  const services = { runs, closing: new AbortController().signal, config: {} as Services['config'] }
  const url = await serveRoutes({ 'GET /api/runs/:id/events': eventsRoute }, { services, actor })
  return { asked, actor, url: `${url}/api/runs/${RUN}/events` }
}

describe('the events of a run over HTTP', () => {
  it.each([
    ['neither', '', {}, 0],
    ['the address', '?after=7', {}, 7],
    ['the header of a browser that reconnects', '', { 'last-event-id': '9' }, 9],
    ['both, the header newer', '?after=7', { 'last-event-id': '9' }, 9],
    ['both, the address newer', '?after=12', { 'last-event-id': '9' }, 12],
    ['a header that is no number', '?after=3', { 'last-event-id': 'x' }, 3],
  ])('go on after the number of %s [F005-A13]', async (_who, query, headers, after) => {
    const { asked, actor, url } = await serveEvents()
    const response = await fetch(`${url}${query}`, { headers: { ...headers } })
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    expect(asked).toEqual([[actor, RUN, after]])
  })

  it('are a list for who asks for JSON, after the same number', async () => {
    const { asked, actor, url } = await serveEvents()
    const response = await fetch(`${url}?after=7`, { headers: { 'accept': 'application/json', 'last-event-id': '9' } })
    expect(await response.json()).toEqual({ items: [] })
    expect(asked).toEqual([[actor, RUN, 9]])
  })

  it.each(['-1', '1.5', 'x'])('are refused after %s', async (after) => {
    const { asked, url } = await serveEvents()
    expect((await fetch(`${url}?after=${after}`)).status).toBe(400)
    expect(asked).toEqual([])
  })
})
