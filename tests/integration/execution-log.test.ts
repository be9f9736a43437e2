import { createConsola } from 'consola'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createInProcessApp, PERSON, runToRest } from '../support/in-process-app'

const SECRET = 'sk-proj-0123456789abcdefghijklmnop'

/** A server whose log is read, with a chat in which the demo model calls a tool. */
async function createLoggedApp(environment: Readonly<Record<string, string>>) {
  const printed: string[] = []
  const log = createConsola({ level: 3, reporters: [{ log: ({ args }) => void printed.push(args.map(String).join(' ')) }] })
  const app = await createInProcessApp(environment, { log })
  onTestFinished(() => app.close())
  const { id } = await app.conversations.create(PERSON, {})
  const lines = () => printed.filter(line => line.includes('tool_call_')).map(line => JSON.parse(line) as Record<string, unknown>)
  return { app, conversationId: id, lines }
}

describe('the log of executions', () => {
  it('has a line at the start and at the end of a call in a run, without bodies [F003-A94]', async () => {
    const { app, conversationId, lines } = await createLoggedApp({ PATCHBAY_LOG: 'json' })
    const [start] = await runToRest(app, conversationId, { model: 'demo/patchbay-demo', input: 'Calculate 12 * 3' })
    const where = {
      tool: 'calculate', source: 'calculator', user: PERSON.userId, conversation: conversationId, run: start?.runId,
      execution: expect.any(String), time: expect.any(String),
    }
    expect(lines()).toEqual([
      { ...where, event: 'tool_call_start' },
      { ...where, event: 'tool_call_end', duration_ms: expect.any(Number), success: true },
    ])
  })

  it('says what went wrong with a call by hand, and shows bodies where that is wanted, without secrets [F003-A94]', async () => {
    const { app, lines } = await createLoggedApp({ PATCHBAY_LOG: 'json', PATCHBAY_LOG_BODIES: 'true' })
    const caller = new AbortController().signal
    await app.tools.call({ ...PERSON, role: 'admin' }, { name: 'read_file', input: { path: `${SECRET}.md` }, caller })
    const [start, end] = lines()
    expect(start).toMatchObject({ event: 'tool_call_start', tool: 'read_file', arguments: { path: expect.stringContaining('.md') } })
    expect(end).toMatchObject({
      event: 'tool_call_end', success: false, error: 'failed', result: [{ text: expect.stringContaining('does not exist') }, {}],
    })
    expect(JSON.stringify([start, end])).not.toContain(SECRET)
    expect(start).not.toHaveProperty('run')
  })

  it('is empty unless it is asked for', async () => {
    const { app, conversationId, lines } = await createLoggedApp({})
    await runToRest(app, conversationId, { model: 'demo/patchbay-demo', input: 'Calculate 12 * 3' })
    expect(lines()).toEqual([])
  })
})
