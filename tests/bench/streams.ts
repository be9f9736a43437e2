import { Agent, request } from 'node:http'
import { readFileSync, writeFileSync } from 'node:fs'
import { createParser } from 'eventsource-parser'
import type { RunEvent } from '#shared/run-event'
import { createDelayReader, type StreamDelays } from './delay-reader'
import { openConversation, toRunBody, type HttpTarget } from './http-subject'
import { readSharedClock } from './shared-clock'
import { percentile } from './subject'

/** A server and the headers of each of its users. */
export interface StreamTarget extends HttpTarget {
  readonly url: string
  readonly users: readonly Readonly<Record<string, string>>[]
}

/** So many runs at once of a model that sends its deltas at an even pace. */
export interface StreamTimes {
  /** Median, from the request of a run. */
  readonly firstDeltaMs: number
  /** From when the model sent a delta until the reader had it; one of a hundred deltas is later. */
  readonly delayMs: number
  /** Until all runs have ended. */
  readonly wallMs: number
  /** Highest resident memory of the server. */
  readonly peakBytes: number
}

export async function measureStreams(target: StreamTarget, count: number): Promise<StreamTimes> {
  const runs: { readonly path: string, readonly headers: Readonly<Record<string, string>> }[] = []
  while (runs.length < count) {
    const headers = target.users[runs.length % target.users.length]!
    runs.push({ path: `${target.url}/api/conversations/${await openConversation(target, headers)}/runs`, headers })
  }
  // Linux then counts the highest resident memory from here on.
  writeFileSync(`/proc/${target.pid}/clear_refs`, '5')
  const agent = new Agent({ keepAlive: false, maxSockets: Infinity })
  const startedAt = readSharedClock()
  const streams = await Promise.all(runs.map(({ path, headers }) => readStream(path, headers, agent)))
  return {
    wallMs: readSharedClock() - startedAt,
    firstDeltaMs: percentile(streams.map(({ firstDeltaMs }) => firstDeltaMs), 0.5),
    delayMs: percentile(streams.flatMap(({ delays }) => delays), 0.99),
    peakBytes: readMemory(target.pid, 'VmHWM'),
  }
}

export function readMemory(pid: number, field: 'VmHWM' | 'VmRSS'): number {
  const kilobytes = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) * 1024
}

/** With Node's own client: `fetch` would cost more than some of the servers that are measured. */
function readStream(path: string, headers: Readonly<Record<string, string>>, agent: Agent): Promise<StreamDelays> {
  const delays = createDelayReader()
  let last: RunEvent | undefined
  const parser = createParser({
    onEvent: ({ data }) => {
      last = JSON.parse(data) as RunEvent // what the server under test sends
      delays.read(last)
    },
  })
  return new Promise((resolve, reject) => {
    const accepted = { ...headers, 'content-type': 'application/json', 'accept': 'text/event-stream' }
    const call = request(path, { agent, method: 'POST', headers: accepted })
    call.on('error', reject).on('response', (response) => {
      response.setEncoding('utf8').on('error', reject).on('data', (text: string) => parser.feed(text)).on('end', () => {
        if (last?.type === 'run-end' && last.reason === 'completed') resolve(delays.result)
        else reject(new Error(`A run of the bench was answered with ${response.statusCode} and ended with ${JSON.stringify(last)}.`))
      })
    })
    call.end(JSON.stringify(toRunBody('paced')))
  })
}
