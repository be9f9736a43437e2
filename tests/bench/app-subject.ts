import { createParser } from 'eventsource-parser'
import type { RunEvent } from '#shared/run-event'
import type { AppServer } from '../support/app-server'
import { createDeltaTimer, OFFERED_TOOLS, playTurns, type Job, type Prompt, type TurnTimes } from './job'
import { measure, type Subject } from './subject'

/** The built server, used as a program uses it: one request per turn, answered with the run's event stream. */
export function createAppSubject(app: AppServer): Subject {
  return {
    play: async (job: Job) => {
      const conversations: { readonly id: string }[] = []
      // One by one: thousands of open connections would be a part of what is measured next.
      while (conversations.length < job.turns) conversations.push(await app.json('POST', '/api/conversations', {}))
      return measure(app.pid, job, () => playTurns(job, turn => playTurn(app, conversations[turn]!.id, job.prompt)))
    },
  }
}

async function playTurn(app: AppServer, conversationId: string, prompt: Prompt): Promise<TurnTimes> {
  const timer = createDeltaTimer()
  let last: RunEvent | undefined
  const parser = createParser({
    onEvent: ({ data }) => {
      last = JSON.parse(data) as RunEvent // what the server under test sends
      if (last.type === 'text-delta') timer.count(last.text)
    },
  })
  const decoder = new TextDecoder()
  const body = { input: prompt, model: 'openai/bench', tools: { mode: 'selected', names: OFFERED_TOOLS } }
  const response = await app.request('POST', `/api/conversations/${conversationId}/runs`, body, { accept: 'text/event-stream' })
  if (!response.ok) throw new Error(`The server answered ${response.status}: ${await response.text()}`)
  for await (const chunk of response.body!) parser.feed(decoder.decode(chunk, { stream: true }))
  if (last?.type !== 'run-end' || last.reason !== 'completed') throw new Error(`A run of the bench ended with ${JSON.stringify(last)}.`)
  return timer.times
}
