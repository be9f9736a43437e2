import { describe, expect, it } from 'vitest'
import type { AuditFact } from '#server/ports/audit-fact'
import type { AuditDraft, AuditStore } from '#server/ports/audit-store'
import { createLabRecorder } from '#server/tools/lab-recorder'
import { createToolRegistry } from '#server/tools/registry'
import { createFakeToolSource, createFakeToolStore } from '../../../support/fake-tool-source'
import { createManualClock } from '../../../support/manual-clock'
import { storageError } from '../../../support/worker-context'

const ACTOR = { userId: 'u1', userName: 'Ada', role: 'user' }
const AT = '2026-01-02T03:04:05.000Z'

/** `errors` is how many of the writes after the first one fail. */
async function createRecorder({ errors = 0, clock = createManualClock(), deadline = new AbortController().signal } = {}) {
  let errorsLeft = errors
  const facts: AuditFact[] = []
  const executions: unknown[] = []
  const append: AuditStore['append'] = async (drafts, execution) => {
    if (executions.length > 0 && errorsLeft-- > 0) throw storageError()
    executions.push(execution)
    return drafts.map(() => executions.length)
  }
  const draft = async (fact: AuditFact): Promise<AuditDraft> => {
    facts.push(fact)
    return {} as AuditDraft
  }
  const recorder = createLabRecorder(ACTOR, { audit: { append }, draft, now: () => new Date(AT), clock, deadline })
  const registry = await createToolRegistry({ sources: [createFakeToolSource([{ name: 'add' }])], store: createFakeToolStore() })
  const tool = registry.find('add')!
  const call = {
    callId: 'c1', executionId: 'e1', tool, input: { a: 1 }, parsedInput: { a: 1 }, argumentsHash: 'hash', idempotencyKey: 'key',
  }
  return { recorder, clock, facts, executions, tool, call }
}

const REQUEST = { callId: 'c1', name: 'add', initiator: 'person' as const, offered: ['add'], scope: 'lab' }

describe('the record of a call by hand', () => {
  it('names who, what and when, before and after [F007-A1]', async () => {
    const { recorder, facts, executions, tool, call } = await createRecorder()
    expect(recorder.lastSeq()).toBe(0)
    await recorder.started(call)
    expect(recorder.lastSeq()).toBe(1)
    await recorder.ended(call, { status: 'ok', content: [], durationMs: 7 })
    expect(recorder.lastSeq()).toBe(2)
    const fact = {
      at: AT, actor: ACTOR, callId: 'c1', executionId: 'e1', tool: 'add', source: 'fake', definitionHash: tool.fingerprint, input: { a: 1 },
    }
    expect(facts).toEqual([
      { ...fact, kind: 'tool.started' },
      {
        ...fact, kind: 'tool.finished', success: true, durationMs: 7, error: undefined,
        output: { status: 'ok', content: [], durationMs: 7 },
      },
    ])
    expect(executions).toEqual([
      {
        id: 'e1', state: 'started', idempotencyKey: 'key', runId: null, callId: 'c1', userId: 'u1', toolId: 'fake/add',
        definitionHash: tool.fingerprint, argumentsHash: 'hash', startedAt: AT,
      },
      { id: 'e1', state: 'succeeded', endedAt: AT, durationMs: 7 },
    ])
  })

  it.each([
    ['failed', 'failed'], ['timed-out', 'timed-out'], ['cancelled', 'cancelled'], ['unknown', 'interrupted'],
  ] as const)('of an outcome that is %s ends as %s, and is no success', async (status, state) => {
    const { recorder, facts, executions, call } = await createRecorder()
    await recorder.ended(call, { status, content: [], durationMs: 7 })
    expect(facts).toMatchObject([{ kind: 'tool.finished', success: false, error: status }])
    expect(executions).toMatchObject([{ state }])
  })

  it.each([
    ['values', { ok: true as const, value: { a: 'x' } }, { a: 'x' }],
    ['a text that is no JSON', { ok: false as const, text: '{"a":', error: 'Unexpected end' }, '{"a":'],
  ])('of a refused one keeps the arguments as they came: %s', async (_what, args, input) => {
    const { recorder, facts, executions, tool } = await createRecorder()
    const outcome = { status: 'denied' as const, content: [], durationMs: 0 }
    await recorder.refused({ ...REQUEST, arguments: args }, outcome, tool)
    expect(facts).toEqual([{
      kind: 'tool.refused', at: AT, actor: ACTOR, callId: 'c1', tool: 'add', source: 'fake', definitionHash: tool.fingerprint,
      success: false, durationMs: 0, error: 'denied', input, output: outcome,
    }])
    expect(executions).toEqual([undefined])
    expect(recorder.lastSeq()).toBe(1)
  })

  it('of a tool that is not there has its name alone', async () => {
    const { recorder, facts } = await createRecorder()
    await recorder.refused(
      { ...REQUEST, name: 'none', arguments: { ok: true, value: {} } }, { status: 'unknown-tool', content: [], durationMs: 0 }, undefined,
    )
    expect(facts).toMatchObject([{ tool: 'none', source: undefined, definitionHash: undefined, error: 'unknown-tool' }])
  })

  it('retries the end for a minute while the storage fails [F007-A29]', async () => {
    const { recorder, clock, executions, call } = await createRecorder({ errors: 3 })
    await recorder.started(call)
    await recorder.ended(call, { status: 'ok', content: [], durationMs: 7 })
    expect(clock.waits).toEqual([250, 500, 1000])
    expect(executions).toMatchObject([{ state: 'started' }, { state: 'succeeded' }])
  })

  it('gives up after a minute, and at once when the process waits no longer', async () => {
    const failing = await createRecorder({ errors: Infinity })
    await failing.recorder.started(failing.call)
    await expect(failing.recorder.ended(failing.call, { status: 'ok', content: [], durationMs: 7 })).rejects.toMatchObject({
      code: 'storage-unavailable',
    })
    expect(failing.clock.now()).toBeGreaterThanOrEqual(60_000)
    const ending = await createRecorder({ errors: 2, deadline: AbortSignal.abort() })
    await ending.recorder.started(ending.call)
    await expect(ending.recorder.ended(ending.call, { status: 'ok', content: [], durationMs: 7 })).rejects.toMatchObject({
      code: 'storage-unavailable',
    })
  })
})
