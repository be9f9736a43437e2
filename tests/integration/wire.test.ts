import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import type { StepWireView } from '#shared/wire'
import wireRoute from '../../server/api/runs/[id]/steps/[n]/wire.get'
import { createActor } from '../support/actors'
import { createInProcessApp, PERSON, runToRest } from '../support/in-process-app'
import { startVendorServer, type VendorServer } from '../support/providers/vendor-server'
import { serveRoutes } from '../support/serve-routes'

const KEY = 'known.by.value.only.5566778899'
const EVENTS = [
  {
    id: 'c1', object: 'chat.completion.chunk', model: 'm',
    choices: [{ index: 0, delta: { role: 'assistant', content: `It is ${KEY}.` }, finish_reason: null }],
  },
  { id: 'c1', object: 'chat.completion.chunk', model: 'm', choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
].map(event => JSON.stringify(event))
const FRAMES = [...EVENTS, '[DONE]'].map(event => `data: ${event}\n\n`)

let vendor: VendorServer
afterEach(() => vendor.close())

interface Given {
  readonly environment?: Readonly<Record<string, string>>
  readonly frames?: readonly string[]
  /** Text of `notes/key.md` in the workspace. */
  readonly file?: string
}

async function runOnce(input: string, { environment = {}, frames = FRAMES, file = '' }: Given = {}) {
  vendor = await startVendorServer()
  vendor.reply({ frames })
  const app = await createInProcessApp({ OPENAI_BASE_URL: `${vendor.origin}/v1`, OPENAI_API_KEY: KEY, ...environment })
  onTestFinished(() => app.close())
  await writeFile(join(app.config.workspaceRoots[0], 'notes', 'key.md'), file)
  const { id } = await app.conversations.create(PERSON, {})
  const request = { input, model: 'openai/m', limits: { steps: 2 } }
  const events = await runToRest(app, id, request)
  const url = await serveRoutes(
    { 'GET /api/runs/:id/steps/:n/wire': wireRoute }, { services: app, actor: createActor({ ...PERSON, role: 'user', via: 'token' }) },
  )
  const ask = (step: number | string) => fetch(`${url}/api/runs/${events[0]!.runId}/steps/${step}/wire`)
  return { events, ask, read: async () => await (await ask(1)).json() as StepWireView }
}

describe('the wire of a step over HTTP', () => {
  it('is the request that the vendor got and the events that it sent, without the key [F016-A3] [F016-A8]', async () => {
    const { read } = await runOnce(`My key is ${KEY}, keep it.`)
    const { attempts: [attempt, ...others] } = await read()
    expect(others).toEqual([])
    expect(attempt).toMatchObject({ attempt: 1, adapter: 'openai-chat', endpoint: `${vendor.origin}/v1`, cut: false })
    const sent = JSON.parse(JSON.stringify(vendor.requests[0]?.body).replaceAll(KEY, '[redacted]'))
    expect(attempt?.request).toEqual(sent)
    expect(JSON.stringify(sent)).toContain('My key is [redacted], keep it.')
    expect(attempt?.events.slice(0, 2)).toEqual(EVENTS.map(event => event.replace(KEY, '[redacted]')))
  })

  it('does not hold a known key that a tool read and the model was told [F016-A3]', async () => {
    const call = { index: 0, id: 'call_1', type: 'function', function: { name: 'read_file', arguments: '{"path":"notes/key.md"}' } }
    const chunks = [{ tool_calls: [call] }, {}].map((delta, index) => ({
      id: 'c1', object: 'chat.completion.chunk', model: 'm', choices: [{ index: 0, delta, finish_reason: index ? 'tool_calls' : null }],
    }))
    const { ask } = await runOnce('Read it', {
      frames: chunks.map(chunk => `data: ${JSON.stringify(chunk)}\n\n`), file: `"The key" is\n${KEY}\n`,
    })
    expect(JSON.stringify(vendor.requests[1]?.body)).toContain(KEY)
    const text = await (await ask(2)).text()
    expect(text).toContain('[redacted]')
    expect(text).not.toContain(KEY)
  })

  it('holds an answer that broke off [F016-A2]', async () => {
    const { read, events } = await runOnce('Hello', { frames: FRAMES.slice(0, 1) })
    expect(events.at(-1)).toMatchObject({ type: 'run-end', reason: 'failed' })
    expect((await read()).attempts).toMatchObject([
      { attempt: 1, events: [EVENTS[0]?.replace(KEY, '[redacted]')], error: { message: expect.stringContaining('broke off') } },
    ])
  })

  it('is not kept where it is switched off, and the run works [F016-A7]', async () => {
    const { read, events } = await runOnce('Hello', { environment: { PATCHBAY_WIRE: 'off' } })
    expect(events.at(-1)).toMatchObject({ type: 'run-end', reason: 'completed' })
    expect(await read()).toEqual({ step: 1, attempts: [], warnings: [] })
  })

  it('is refused for a step that never was, and for what is no step [F016-A8]', async () => {
    const { ask } = await runOnce('Hello')
    expect((await ask(2)).status).toBe(404)
    for (const step of ['0', 'x', '1.5']) expect((await ask(step)).status).toBe(400)
  })
})
