import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AuditRow } from '#shared/audit'
import type { AuditVerification } from '#shared/audit-verification'
import type { Conversation } from '#shared/conversation'
import type { RunSummary } from '#shared/run'
import type { DurableEvent, RunEvent } from '#shared/run-event'
import type { ToolLabCall } from '#shared/tool-lab'
import { AppServer } from '../support/app-server'
import { readEventStream } from '../support/read-event-stream'

const MODEL = 'demo/patchbay-demo'
const ALICE = 'Look up Alice in the customer database, get her orders, and calculate the total'
const WRITE = 'Read notes/meeting.md, summarise it in 40 words, and write the summary to notes/summary.md'

let app: AppServer
beforeAll(async () => {
  app = await AppServer.start()
})
afterAll(() => app.dispose())

async function newConversation(server = app): Promise<string> {
  return (await server.json<Conversation>('POST', '/api/conversations', {})).id
}

async function startRun(input: string, server = app): Promise<RunSummary> {
  const conversation = await newConversation(server)
  return (await server.json<{ run: RunSummary }>('POST', `/api/conversations/${conversation}/runs`, { input, model: MODEL })).run
}

function follow(runId: string, after = 0, server = app): Promise<Response> {
  return server.request('GET', `/api/runs/${runId}/events?after=${after}`, undefined, { accept: 'text/event-stream' })
}

async function waitFor(runId: string, type: RunEvent['type'], server = app): Promise<RunEvent> {
  const events = await readEventStream(await follow(runId, 0, server), event => event.type === type)
  return events.at(-1)!
}

function durable(events: readonly RunEvent[]): DurableEvent[] {
  return events.filter(event => 'sequence' in event)
}

describe('a run over http', () => {
  it('is printed whole by one request that asks for an event stream [F005-A12]', async () => {
    const conversation = await newConversation()
    const response = await app.request(
      'POST', `/api/conversations/${conversation}/runs`, { input: ALICE, model: MODEL }, { accept: 'text/event-stream' },
    )
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    const events = await readEventStream(response)
    const stored = durable(events)
    expect(stored.map(event => event.sequence)).toEqual(stored.map((_, index) => index + 1))
    expect(stored.at(-1)).toMatchObject({ type: 'run-end', reason: 'completed' })
    expect(events.some(event => event.type === 'text-delta')).toBe(true)
    const answer = stored.findLast(event => event.type === 'text-end')
    expect(answer?.text).toMatch(/1,?234\.56/)
    const listed = await app.request('GET', `/api/runs/${stored[0]!.runId}/events`, undefined, { accept: 'application/json' })
    expect((await listed.json()).items).toEqual(stored)
  })

  it('writes a record before and after each execution, linked to the run [F007-A20]', async () => {
    const run = await startRun(ALICE)
    await readEventStream(await follow(run.id))
    const { items } = await app.json<{ items: AuditRow[] }>('GET', `/api/audit?run=${run.id}`)
    const kinds = items.toReversed().map(row => `${row.kind} ${row.tool ?? ''}`.trim())
    expect(kinds).toEqual([
      'run.started', 'tool.started list_tables', 'tool.finished list_tables', 'tool.started query_database', 'tool.finished query_database',
      'tool.started query_database', 'tool.finished query_database', 'tool.started calculate', 'tool.finished calculate', 'run.ended',
    ])
    expect(
      items.filter(row => row.kind === 'tool.finished').every(row => row.success && row.durationMs! > 0 && row.callId && row.executionId),
    ).toBe(true)
    expect(await app.json<AuditVerification>('GET', '/api/audit/verify')).toMatchObject({ ok: true })
  })

  it('goes on while nobody watches, and gives a late reader exactly the rest [F005-A13]', async () => {
    const run = await startRun(ALICE)
    const first = await follow(run.id)
    const seen = durable(await readEventStream(first, event => event.type === 'tool-end'))
    const rest = durable(await readEventStream(await follow(run.id, seen.at(-1)!.sequence)))
    const all = [...seen, ...rest]
    expect(all.map(event => event.sequence)).toEqual(all.map((_, index) => index + 1))
    expect(all.at(-1)).toMatchObject({ type: 'run-end', reason: 'completed' })
  })

  it('starts one run for one idempotency key, and refuses another body [F005-A14]', async () => {
    const conversation = await newConversation()
    const start = (input: string) => app.request(
      'POST', `/api/conversations/${conversation}/runs`, { input, model: MODEL }, { 'idempotency-key': 'key-1' },
    )
    const answers = await Promise.all(Array.from({ length: 20 }, () => start('What is 2 + 2?')))
    const ids = await Promise.all(answers.map(async answer => (await answer.json()).run.id))
    expect(new Set(ids).size).toBe(1)
    expect((await start('What is 3 + 3?')).status).toBe(422)
    const tooLong = await app.request(
      'POST', `/api/conversations/${conversation}/runs`, { input: 'Hi', model: MODEL }, { 'idempotency-key': 'k'.repeat(256) },
    )
    expect(tooLong.status).toBe(400)
    expect(await tooLong.json()).toMatchObject({ error: { message: expect.stringContaining('Idempotency-Key') } })
  })

  it('works on one run at a time in a conversation [F005-A19]', async () => {
    const run = await startRun(WRITE)
    await waitFor(run.id, 'run-wait')
    const second = await app.request('POST', `/api/conversations/${run.conversationId}/runs`, { input: 'What is 2 + 2?', model: MODEL })
    expect(second.status).toBe(409)
    expect((await second.json()).error.message).toContain(run.id)
    await app.json('POST', `/api/runs/${run.id}/cancel`)
    expect(durable(await readEventStream(await follow(run.id))).at(-1)).toMatchObject({ reason: 'cancelled' })
  })

  it('stops at once, and the conversation goes on afterwards [F005-A15]', async () => {
    const run = await startRun(ALICE)
    await waitFor(run.id, 'tool-start')
    await app.json('POST', `/api/runs/${run.id}/cancel`)
    const events = durable(await readEventStream(await follow(run.id)))
    expect(events.at(-1)).toMatchObject({ type: 'run-end', reason: 'cancelled' })
    const calls = events.filter(event => event.type === 'tool-call').map(event => event.callId)
    expect(events.filter(event => event.type === 'tool-end').map(event => event.callId)).toEqual(calls)
    const { run: next } = await app.json<{ run: RunSummary }>(
      'POST', `/api/conversations/${run.conversationId}/runs`, { input: 'What is 2 + 2?', model: MODEL },
    )
    expect(durable(await readEventStream(await follow(next.id))).at(-1)).toMatchObject({ reason: 'completed' })
  })
})

describe('an approval over http', () => {
  it('survives a restart, and runs exactly the call that was allowed [F006-A6]', async () => {
    let server = await AppServer.start()
    const run = await startRun(WRITE, server)
    await waitFor(run.id, 'run-wait', server)
    await server.end('SIGKILL')
    server = await AppServer.start({ dataDirectory: server.dataDirectory })
    const { view } = await server.json<{ view: { state: string, waitingFor: string[] } }>('GET', `/api/runs/${run.id}`)
    expect(view.state).toBe('waiting')
    const callId = view.waitingFor[0]!
    await server.json('POST', `/api/runs/${run.id}/approvals`, { callId, decision: 'allow' })
    const events = durable(await readEventStream(await follow(run.id, 0, server)))
    expect(events.at(-1)).toMatchObject({ type: 'run-end', reason: 'completed' })
    const asked = await server.json<{ items: AuditRow[] }>('GET', `/api/audit?run=${run.id}&tool=write_file`)
    expect(asked.items.map(row => row.kind).toReversed()).toEqual(
      ['approval.requested', 'approval.answered', 'tool.started', 'tool.finished'],
    )
    const again = await server.request('POST', `/api/runs/${run.id}/approvals`, { callId, decision: 'deny' })
    expect(again.status).toBe(409)
    await server.dispose()
  })

  it('gives the note of a denial to the model [F006-A7]', async () => {
    const run = await startRun(WRITE)
    const request = await waitFor(run.id, 'approval-request')
    if (request.type !== 'approval-request') throw new Error('expected a request')
    await waitFor(run.id, 'run-wait')
    await app.json('POST', `/api/runs/${run.id}/approvals`, { callId: request.callId, decision: 'deny', note: 'not now' })
    const events = durable(await readEventStream(await follow(run.id)))
    expect(
      events.find(event => event.type === 'tool-end' && event.callId === request.callId),
    ).toMatchObject({ outcome: { status: 'denied', note: 'not now' } })
    expect(events.at(-1)).toMatchObject({ type: 'run-end', reason: 'completed' })
  })
})

/** A call by hand that nothing but its own time limit ends; it is at work already. */
async function startEndlessCall() {
  const server = await AppServer.start()
  const sql = 'WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT count(*) FROM c'
  const call = server.json<ToolLabCall>('POST', '/api/tools/query_database/calls', { arguments: { sql } })
  await expect.poll(async () => (await server.json<{ items: AuditRow[] }>('GET', '/api/audit?kind=tool.started')).items.length).toBe(1)
  return { server, outcome: call.then(({ outcome }) => outcome) }
}

describe('a server that is killed', () => {
  it('shows its run as interrupted, can resume it, and the audit verifies [F005-A16]', async () => {
    let server = await AppServer.start()
    const run = await startRun(ALICE, server)
    await waitFor(run.id, 'tool-start', server)
    await server.end('SIGKILL')
    server = await AppServer.start({ dataDirectory: server.dataDirectory })
    expect(await server.json('GET', `/api/runs/${run.id}`)).toMatchObject({ state: 'interrupted' })
    expect(await server.json('GET', '/api/audit/verify')).toMatchObject({ ok: true })
    const { items } = await server.json<{ items: AuditRow[] }>('GET', `/api/audit?run=${run.id}`)
    const executions = (kind: string) => items.filter(row => row.kind === kind).map(row => row.executionId).toSorted()
    expect(executions('tool.started')).toEqual(executions('tool.finished'))
    await server.json('POST', `/api/runs/${run.id}/resume`)
    const events = durable(await readEventStream(await follow(run.id, 0, server)))
    expect(events.map(event => event.sequence)).toEqual(events.map((_, index) => index + 1))
    expect(events.at(-1)).toMatchObject({ type: 'run-end', reason: 'completed' })
    await server.dispose()
  })

  it('lets a tool that is at work finish on SIGTERM, and says what came of it [F005-A30]', async () => {
    const { server, outcome } = await startEndlessCall()
    const ended = server.end('SIGTERM')
    // Its own limit of five seconds ends it, not the server.
    expect(await outcome).toMatchObject(
      { content: [{ text: expect.stringContaining('5 seconds') }, { text: expect.stringContaining('ask for less') }] },
    )
    expect(await ended).toBe(0)
    await server.dispose()
  })

  it('gives up a tool at work when it is asked to end twice [F005-A30]', async () => {
    const { server, outcome } = await startEndlessCall()
    // Not the same signal: of two that come at once the system makes one.
    const ended = Promise.all([server.end('SIGTERM'), server.end('SIGINT')])
    expect(await outcome).toMatchObject({ status: 'unknown' })
    expect(await ended).toEqual([0, 0])
    await server.dispose()
  })

  it('ends with code 0 on SIGTERM while a stream is open, and marks the run [F005-A17]', async () => {
    let server = await AppServer.start()
    const run = await startRun(ALICE, server)
    const stream = await follow(run.id, 0, server)
    const reading = readEventStream(stream)
    await waitFor(run.id, 'step-start', server)
    expect(await server.end('SIGTERM')).toBe(0)
    await reading
    server = await AppServer.start({ dataDirectory: server.dataDirectory })
    expect(await server.json('GET', `/api/runs/${run.id}`)).toMatchObject({ state: 'interrupted' })
    expect(await server.json('GET', '/api/audit/verify')).toMatchObject({ ok: true })
    await server.dispose()
  })
})
