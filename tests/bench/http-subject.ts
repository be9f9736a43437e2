import { createParser } from 'eventsource-parser'
import type { RunEvent } from '#shared/run-event'
import type { AppServer } from '../support/app-server'
import { createDeltaTimer, OFFERED_TOOLS, playTurns, type Job, type Prompt, type TurnTimes } from './job'
import { measure, type Subject } from './subject'
import { createTextReader } from './text-reader'

/** A server that plays turns: the built one, or the floor. */
export type HttpTarget = Pick<AppServer, 'pid' | 'request'>

/** Uses a server as a program uses it: one request per turn, answered with the run's event stream. */
export function createHttpSubject(target: HttpTarget): Subject {
  return {
    play: async (job: Job) => {
      const conversations: string[] = []
      // One by one: thousands of open connections would be a part of what is measured next.
      while (conversations.length < job.turns) conversations.push(await openConversation(target))
      return measure(target.pid, job, () => playTurns(job, turn => playTurn(target, conversations[turn]!, job.prompt)))
    },
  }
}

export async function openConversation(target: HttpTarget, headers?: Readonly<Record<string, string>>): Promise<string> {
  const response = await target.request('POST', '/api/conversations', {}, headers)
  if (!response.ok) throw new Error(`The server answered ${response.status}: ${await response.text()}`)
  const { id } = await response.json() as { readonly id: string } // what the server under test sends
  return id
}

async function playTurn(target: HttpTarget, conversationId: string, prompt: Prompt): Promise<TurnTimes> {
  const timer = createDeltaTimer()
  await followRun(target, { conversationId, prompt }, { onText: timer.count })
  return timer.times
}

export function toRunBody(prompt: Prompt): object {
  const names = prompt === 'slow tools' ? ['get_weather'] : OFFERED_TOOLS
  return { input: prompt, model: 'openai/bench', tools: { mode: 'selected', names } }
}

interface NewRun { readonly conversationId: string, readonly prompt: Prompt }

interface Listeners { readonly onText?: (text: string) => void, readonly onEvent?: (event: RunEvent) => void }

/** Starts a run with one request and reads its event stream to the end. */
export async function followRun(
  target: HttpTarget, { conversationId, prompt }: NewRun, { onText = () => {}, onEvent = () => {} }: Listeners,
): Promise<void> {
  const readText = createTextReader()
  let last: RunEvent | undefined
  const parser = createParser({
    onEvent: ({ data }) => {
      last = JSON.parse(data) as RunEvent // what the server under test sends
      onEvent(last)
      const text = readText(last)
      if (text) onText(text)
    },
  })
  const decoder = new TextDecoder()
  const path = `/api/conversations/${conversationId}/runs`
  const response = await target.request('POST', path, toRunBody(prompt), { accept: 'text/event-stream' })
  if (!response.ok) throw new Error(`The server answered ${response.status}: ${await response.text()}`)
  for await (const chunk of response.body!) parser.feed(decoder.decode(chunk, { stream: true }))
  if (last?.type !== 'run-end' || last.reason !== 'completed') throw new Error(`A run of the bench ended with ${JSON.stringify(last)}.`)
}
