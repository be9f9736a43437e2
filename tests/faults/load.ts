import type { Conversation } from '#shared/conversation'
import type { RunSummary } from '#shared/run'
import type { AppServer } from '../support/app-server'
import type { Acknowledged } from './oracle'

const MODEL = 'demo/patchbay-demo'
/** Each makes the demo model call tools, several in a row. */
const INPUTS = [
  'Look up Alice in the customer database, get her orders, and calculate the total',
  'What is 17 * 23?',
  'What is the weather in Oslo?',
]

/** Starts one run in a conversation of its own. Undefined when the server did not acknowledge it, for whatever reason. */
export async function startRun(server: AppServer, mark: string): Promise<Acknowledged | undefined> {
  const input = `${INPUTS[mark.length % INPUTS.length]} (${mark})`
  try {
    const conversation = await server.json<Conversation>('POST', '/api/conversations', {})
    const { run } = await server.json<{ run: RunSummary }>('POST', `/api/conversations/${conversation.id}/runs`, { input, model: MODEL })
    return { runId: run.id, conversationId: conversation.id, input }
  }
  catch {
    return undefined
  }
}

/** Starts runs all the time, some at once, until it is stopped; gives what was acknowledged. */
export function startLoad(server: AppServer, mark: string, parallel: number): { stop(): Promise<readonly Acknowledged[]> } {
  const acknowledged: Acknowledged[] = []
  let isStopped = false
  let count = 0
  async function keepStarting(): Promise<void> {
    while (!isStopped) {
      const run = await startRun(server, `${mark}-${count++}${'x'.repeat(count % 3)}`)
      if (run) acknowledged.push(run)
      else await new Promise(resolve => setTimeout(resolve, 20))
    }
  }
  const working = Promise.all(Array.from({ length: parallel }, keepStarting))
  return {
    stop: async () => {
      isStopped = true
      await working
      return acknowledged
    },
  }
}
