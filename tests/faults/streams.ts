import { createParser } from 'eventsource-parser'
import type { DurableEvent, RunEvent } from '#shared/run-event'
import { AppServer } from '../support/app-server'
import { startRun } from './load'
import { addFindings, type Findings, judgeAndEnd, NOTHING_FOUND } from './oracle'

const AT_ONCE = 10

/** Readers that are slow and leave again and again must each get every stored event once. */
export async function testStreams(streams: number): Promise<{ readonly said: string, readonly findings: Findings }> {
  const server = await AppServer.start()
  let findings = NOTHING_FOUND
  let events = 0
  let reconnects = 0
  for (let from = 0; from < streams; from += AT_ONCE) {
    const group = await Promise.all(Array.from({ length: Math.min(AT_ONCE, streams - from) }, async (_, index) => {
      const run = await startRun(server, `stream ${from + index}`)
      return run ? readPaced(server, run.runId) : undefined
    }))
    for (const read of group) {
      events += read?.events ?? 0
      reconnects += read?.reconnects ?? 0
      findings = addFindings(findings, { ...NOTHING_FOUND, lost: read?.missing ?? 1, duplicate: read?.duplicate ?? 0 })
    }
  }
  findings = addFindings(findings, await judgeAndEnd(server, []))
  return { said: `${streams} streams, ${events} events, ${reconnects} reconnects`, findings }
}

/** Reads a piece at a time with pauses, leaves after some events and comes back with the last number. */
async function readPaced(server: AppServer, runId: string) {
  const received: number[] = []
  let reconnects = -1
  for (let hasEnded = false; !hasEnded; reconnects += 1) {
    const headers = { 'accept': 'text/event-stream', 'last-event-id': String(received.at(-1) ?? 0) }
    const response = await server.request('GET', `/api/runs/${runId}/events`, undefined, headers)
    hasEnded = await readSome(response, received)
  }
  const { items } = await server.request('GET', `/api/runs/${runId}/events`, undefined, { accept: 'application/json' })
    .then(answer => answer.json() as Promise<{ items: DurableEvent[] }>)
  const unique = new Set(received)
  return {
    events: received.length,
    reconnects,
    duplicate: received.length - unique.size,
    missing: items.filter(({ sequence }) => !unique.has(sequence)).length + [...unique].filter(sequence => sequence > items.length).length,
  }
}

async function readSome(response: Response, received: number[]): Promise<boolean> {
  let hasEnded = false
  let left = 2 + Math.floor(Math.random() * 4)
  const parser = createParser({
    onEvent: ({ data }) => {
      const event = JSON.parse(data) as RunEvent // the server's own form, checked by its sequence
      if (!('sequence' in event) || left <= 0) return
      received.push(event.sequence)
      left -= 1
      hasEnded = event.type === 'run-end'
    },
  })
  const decoder = new TextDecoder()
  for await (const chunk of response.body ?? []) {
    parser.feed(decoder.decode(chunk, { stream: true }))
    if (left <= 0 || hasEnded) return hasEnded
    await new Promise(resolve => setTimeout(resolve, Math.random() * 20))
  }
  return hasEnded
}
