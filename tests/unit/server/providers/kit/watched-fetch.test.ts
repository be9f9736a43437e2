import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createWatchedFetch } from '#server/providers/kit/watched-fetch'

/** Answers each request with one chunk and leaves the rest to the test; counts the connections it is given. */
async function startServer(answer: (response: ServerResponse) => void) {
  const server = createServer((_request, response) => {
    response.write('last event')
    answer(response)
  })
  const seen = { connections: 0, closed: [] as Promise<unknown>[] }
  server.on('connection', (socket) => {
    seen.connections += 1
    seen.closed.push(once(socket, 'close'))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close().closeAllConnections())
  return { seen, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

async function readFirstChunk(url: string, onChunk = () => {}, signal?: AbortSignal): Promise<void> {
  const response = await createWatchedFetch(onChunk)(url, { signal })
  for await (const chunk of response.body!) {
    expect(Buffer.from(chunk).toString()).toBe('last event')
    break
  }
}

test('tells of every chunk', async () => {
  const { url } = await startServer(response => response.end())
  let chunks = 0
  const response = await createWatchedFetch(() => chunks += 1)(url)
  expect(await response.text()).toBe('last event')
  expect(chunks).toBe(1)
})

test('lets a connection serve again when its reader left at the last event, before the body ended', async () => {
  const open: ServerResponse[] = []
  const { url, seen } = await startServer(response => open.push(response))
  // Nobody is told when the rest has come: the very next request may still find the connection busy.
  const requests = 20
  for (let request = 0; request < requests; request += 1) {
    await readFirstChunk(url)
    open[request]!.end()
  }
  expect(seen.connections).toBeLessThan(requests)
})

test('gives up a body that does not end after its last event', async () => {
  const { url, seen } = await startServer(() => {})
  await readFirstChunk(url)
  await seen.closed[0]
})

test('closes the connection at once when the request is aborted', async () => {
  const { url, seen } = await startServer(() => {})
  const controller = new AbortController()
  await readFirstChunk(url, undefined, controller.signal)
  controller.abort()
  await seen.closed[0]
})
