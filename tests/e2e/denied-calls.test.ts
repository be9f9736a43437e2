import { LLMock } from '@copilotkit/aimock'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AuditRecord } from '#shared/audit'
import type { Conversation } from '#shared/conversation'
import type { DurableEvent } from '#shared/run-event'
import type { ToolOutcome } from '#shared/tool-outcome'
import { AppServer } from '../support/app-server'
import { readEventStream } from '../support/read-event-stream'
import { readServerState } from '../support/server-state'

const SECRET = 'nothing in the workspace may lead here'

const model = new LLMock({ port: 0 })
let app: AppServer
let outside: string
beforeAll(async () => {
  await model.start()
  app = await AppServer.start({ environment: { OPENAI_BASE_URL: `${model.url}/v1`, OPENAI_API: 'chat' } })
  outside = await mkdtemp(join(tmpdir(), 'patchbay-outside-'))
  await writeFile(join(outside, 'secret.txt'), SECRET)
  await symlink(outside, join(app.dataDirectory, 'workspace', 'way-out'))
  await symlink(join(outside, 'secret.txt'), join(app.dataDirectory, 'workspace', 'alias.txt'))
})
afterAll(async () => {
  await app.dispose()
  await model.stop()
  await rm(outside, { recursive: true })
})

interface Answer { readonly outcome: ToolOutcome, readonly text: string }

function toAnswer(outcome: ToolOutcome): Answer {
  return { outcome, text: outcome.content.map(block => block.type === 'text' ? block.text : '').join('\n') }
}

async function callByHand(tool: string, input: unknown): Promise<Answer> {
  const { outcome } = await app.json<{ outcome: ToolOutcome }>('POST', `/api/tools/${tool}/calls`, { arguments: input })
  return toAnswer(outcome)
}

/** Lets the scripted model make one call and then answer; gives what the call came to, and what the model was told and offered. */
async function callByModel(call: { readonly name: string, readonly arguments: string }): Promise<Answer & {
  readonly requestText: string
  readonly offered: string
  readonly auditSeq?: number
  readonly events: readonly DurableEvent[]
}> {
  model.clearRequests()
  model.resetMatchCounts()
  model.clearFixtures()
  model.addFixture({ match: { userMessage: /try/, sequenceIndex: 0 }, response: { toolCalls: [call] } })
  model.addFixture({ match: { userMessage: /try/, sequenceIndex: 1 }, response: { content: 'That did not work.' } })
  const { id } = await app.json<Conversation>('POST', '/api/conversations', {})
  const response = await app.request(
    'POST', `/api/conversations/${id}/runs`, { input: 'try it', model: 'openai/scripted' }, { accept: 'text/event-stream' },
  )
  const events = (await readEventStream(response)).filter(event => 'sequence' in event)
  expect(events.at(-1)).toMatchObject({ type: 'run-end', reason: 'completed' })
  const end = events.find(event => event.type === 'tool-end')
  if (!end) throw new Error('The call has no end.')
  const body = model.getRequests().findLast(({ method }) => method === 'POST')!.body!
  return {
    ...toAnswer(end.outcome), auditSeq: end.auditSeq, requestText: JSON.stringify(body.messages),
    offered: JSON.stringify(body.tools), events,
  }
}

/** The audit records that were written since there were `count`. */
async function readNewRecords(count: number): Promise<readonly AuditRecord[]> {
  const { audit } = await readServerState(app)
  const rows = audit.slice(0, audit.length - count).filter(({ kind }) => kind.startsWith('tool.')).toReversed()
  return Promise.all(rows.map(({ seq }) => app.json<AuditRecord>('GET', `/api/audit/${seq}`)))
}

describe('a call by hand', () => {
  it.each([
    ['a missing field', {}, [{ path: '/expression', got: 'nothing' }]],
    ['a wrong type', { expression: 4 }, [{ path: '/expression', expected: 'type string' }]],
    ['an unknown field', { expression: '1', precision: 2 }, [{ path: '/precision', got: '2' }]],
    ['blanks only', { expression: ' ' }, [{ path: '/expression', expected: 'text that is not blank', got: '" "' }]],
  ])('with %s is told which, and nothing runs [F003-A25]', async (_, input, issues) => {
    const before = await readServerState(app)
    const { outcome, text } = await callByHand('calculate', input)
    expect(outcome).toMatchObject({ status: 'invalid-input', issues })
    expect(text).toContain('was not run')
    expect(await readNewRecords(before.audit.length)).toMatchObject(
      [{ kind: 'tool.refused', tool: 'calculate', error: 'invalid-input', input }],
    )
    expect({ ...await readServerState(app), audit: [] }).toEqual({ ...before, audit: [] })
  })

  it.each([
    ['read_file', { path: '../secrets.key' }],
    ['write_file', { path: '../planted.txt', content: 'x' }],
    ['list_directory', { path: 'notes/../..' }],
    ['search_files', { path: '../' }],
    ['read_file', { path: 'way-out/secret.txt' }],
    ['read_file', { path: 'alias.txt' }],
    ['write_file', { path: 'way-out/planted.txt', content: 'x' }],
    ['write_file', { path: 'alias.txt', content: 'x' }],
    ['list_directory', { path: 'way-out' }],
    ['search_files', { path: 'way-out', content: 'workspace' }],
  ])('to %s with %j does not leave the workspace [F003-A25]', async (tool, input) => {
    const before = await readServerState(app)
    const { outcome, text } = await callByHand(tool, input)
    expect(outcome.status).toBe('failed')
    expect(text).toMatch(/outside the workspace|is a link|through a link/)
    expect(text).toContain(input.path)
    expect(JSON.stringify(outcome)).not.toMatch(new RegExp(`${SECRET}|${app.dataDirectory}|${outside}`))
    expect(await readFile(join(outside, 'secret.txt'), 'utf8')).toBe(SECRET)
    expect(
      (await readNewRecords(before.audit.length)).map(({ kind, error }) => [kind, error]),
    ).toEqual([['tool.started', null], ['tool.finished', 'failed']])
    expect({ ...await readServerState(app), audit: [] }).toEqual({ ...before, audit: [] })
  })

  it.each([
    ['two statements', 'SELECT 1; SELECT 2', /one statement/i],
    ['a second statement that writes', 'SELECT 1; DROP TABLE customers', /one statement/i],
    ['a statement that writes', 'DELETE FROM customers', /only reading with SELECT/],
    ['a statement that opens another file', 'ATTACH DATABASE \'/tmp/other.sqlite\' AS other', /only reading with SELECT/],
  ])('with %s leaves the database as it was [F003-A25]', async (_, sql, says) => {
    const before = await readServerState(app)
    const { outcome, text } = await callByHand('query_database', { sql })
    expect(outcome.status).toBe('failed')
    expect(text).toMatch(says)
    expect({ ...await readServerState(app), audit: [] }).toEqual({ ...before, audit: [] })
  })
})

describe('a call by a model', () => {
  let count: number
  beforeEach(async () => {
    count = (await readServerState(app)).audit.length
  })

  it.each([
    ['that does not fit the schema', '{"expression":4}', '/expression: expected', { expression: 4 }],
    ['that is no JSON', '{"expression": "1 +', 'expected one JSON object', '{"expression": "1 +'],
  ])('with input %s is refused, and the model is told how to mend it [F003-A25] [F007-A21]', async (_, text, says, input) => {
    const { outcome, requestText, auditSeq, events } = await callByModel({ name: 'calculate', arguments: text })
    expect(outcome.status).toBe('invalid-input')
    expect(requestText).toContain(says)
    expect(events.some(event => event.type === 'tool-start')).toBe(false)
    expect(await readNewRecords(count)).toMatchObject(
      [{ seq: auditSeq, kind: 'tool.refused', tool: 'calculate', error: 'invalid-input', input }],
    )
  })

  it('of a tool that does not exist is refused, and the model is told which there are [F003-A25] [F007-A21]', async () => {
    const { outcome, requestText, auditSeq, events } = await callByModel({ name: 'launch_rocket', arguments: '{"target":"moon"}' })
    expect(outcome.status).toBe('unknown-tool')
    expect(requestText).toMatch(/There is no tool named \\+"launch_rocket\\+"\. The tools you can call are: .*calculate/)
    expect(events.some(event => event.type === 'tool-start')).toBe(false)
    expect(await readNewRecords(count)).toMatchObject(
      [{ seq: auditSeq, kind: 'tool.refused', tool: 'launch_rocket', error: 'unknown-tool', input: { target: 'moon' } }],
    )
  })

  it('or by hand of a tool that an admin turned off does not run [F003-A25]', async () => {
    await app.json('PATCH', '/api/tools/write_file', { enabled: false })
    count += 1
    const { files } = await readServerState(app)
    const input = { path: 'planted.txt', content: 'x' }
    const byModel = await callByModel({ name: 'write_file', arguments: JSON.stringify(input) })
    const byHand = await callByHand('write_file', input)
    expect(byModel.outcome.status).toBe('unknown-tool')
    expect(byModel.text).toMatch(/^There is no tool named "write_file"\. The tools you can call are: (?!.*write_file)/)
    expect(byHand.outcome.status).toBe('denied')
    expect(byHand.text).toContain('An administrator turned this tool off.')
    expect(byModel.offered).toContain('"read_file"')
    expect(byModel.offered).not.toContain('"write_file"')
    expect((await readNewRecords(count)).map(({ kind, tool, error }) => [kind, tool, error])).toEqual([
      ['tool.refused', 'write_file', 'unknown-tool'], ['tool.refused', 'write_file', 'denied'],
    ])
    expect((await readServerState(app)).files).toEqual(files)
    await app.json('PATCH', '/api/tools/write_file', { enabled: true })
  })
})
