import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { PACE } from './job'
import { chooseAnswer, STOP, toDelta, type ChatRequest } from './mock-answers'
import { readSharedClock } from './shared-clock'
import { answerWith } from './worker-process'

/** When the answer with the slow tool calls was sent; they are asked for one turn after the other. */
let calledAt = 0

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const arrivedAt = readSharedClock()
  const body = JSON.parse((await request.setEncoding('utf8').toArray()).join('')) as ChatRequest
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const prompt = JSON.stringify(body.messages[0]?.content)
  const hasSlowResults = prompt.includes('slow tools') && body.messages.at(-1)?.role === 'tool'
  if (prompt.includes('paced')) await answerPaced(response)
  else if (hasSlowResults) response.write(toDelta((arrivedAt - calledAt).toFixed(3)) + STOP.join(''))
  else await answerAtOnce(response, chooseAnswer(body))
  calledAt = readSharedClock()
  response.end()
}

/** Each piece is its own write, as a vendor sends them; all are sent as fast as the reader takes them. */
async function answerAtOnce(response: ServerResponse, lines: readonly string[]): Promise<void> {
  for (const line of lines) if (!response.write(line)) await once(response, 'drain')
}

/** Each delta says when it was sent. Its time depends on the start alone, so that delays do not add up. */
async function answerPaced(response: ServerResponse): Promise<void> {
  const startedAt = readSharedClock()
  for (let delta = 0; delta < PACE.deltas; delta += 1) {
    await sleep(Math.max(0, startedAt + delta * PACE.everyMs - readSharedClock()))
    response.write(toDelta(readSharedClock().toFixed(3)))
  }
  response.write(STOP.join(''))
}

const server = createServer((request, response) => void answer(request, response))
answerWith(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
})
