import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Prompt } from './job'
import { createSdkLoop } from './sdk-loop'
import { answerWith } from './worker-process'

// The floor of a server: the SDK loop behind a plain HTTP server that checks a cookie, streams events and stores nothing.
const [baseURL = '', workspace = '', preload] = process.argv.slice(2)
if (preload) await import(preload)
const playTurn = await createSdkLoop(baseURL, workspace)
const sessions = new Map([['bench', { userId: 'bench' }]])

function isSignedIn({ headers }: IncomingMessage): boolean {
  const session = /(?:^|; )session=([^;]+)/.exec(headers.cookie ?? '')?.[1]
  return session !== undefined && sessions.has(session)
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (!isSignedIn(request)) return void response.writeHead(401).end()
  const body = JSON.parse((await request.setEncoding('utf8').toArray()).join('')) as { readonly input?: Prompt }
  if (!body.input) {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ id: crypto.randomUUID() }))
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const send = (event: object) => response.write(`data: ${JSON.stringify(event)}\n\n`)
  await playTurn(body.input, text => send({ type: 'text-delta', text }))
  send({ type: 'run-end', reason: 'completed' })
  response.end()
}

const server = createServer((request, response) => void answer(request, response))
answerWith(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
