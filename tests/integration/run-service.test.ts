import { describe, expect, it, onTestFinished } from 'vitest'
import type { RunLease } from '#server/ports/run-store'
import type { Store } from '#server/ports/store'
import { AT, buildAcceptedRun, buildExecution, buildRun } from '../support/build-rows'
import { createInProcessApp, PERSON, readEndState, runToRest } from '../support/in-process-app'
import { createManualClock } from '../support/manual-clock'

const WRITE = {
  input: 'Read notes/meeting.md, summarise it in 40 words, and write the summary to notes/summary.md', model: 'demo/patchbay-demo',
}

async function waitForApproval() {
  const app = await createInProcessApp()
  onTestFinished(() => app.close())
  const { id } = await app.conversations.create(PERSON, {})
  const events = await runToRest(app, id, WRITE)
  const request = events.find(event => event.type === 'approval-request')
  if (request?.type !== 'approval-request') throw new Error('expected a question')
  return { app, conversationId: id, runId: request.runId, callId: request.callId }
}

describe('runs', () => {
  it('take one of many answers that come at once [F006-A8]', async () => {
    const { app, runId, callId } = await waitForApproval()
    const answers = await Promise.allSettled(Array.from({ length: 10 }, (_, index) =>
      app.runs.answerApproval(PERSON, runId, { callId, decision: index % 2 ? 'allow' : 'deny', scope: 'once' })))
    expect(answers.filter(answer => answer.status === 'fulfilled')).toHaveLength(1)
    const events = await app.runs.listEvents(PERSON, runId, 0)
    expect(events.filter(event => event.type === 'approval-response')).toHaveLength(1)
  })

  it.each([
    'an answer', 'a wish to stop',
  ])('that wait are taken up again when %s was left unheard by a server that ended [F006-A30]', async (word) => {
    const { app, runId, callId } = await waitForApproval()
    const events = await app.store.runs.readEvents(runId, 0)
    const request = events.find(event => event.type === 'approval-request' && event.callId === callId)
    if (request?.type !== 'approval-request') throw new Error('expected a question')
    if (word === 'an answer') {
      const answer = { type: 'approval-response', callId, decision: 'deny', userId: PERSON.userId, binding: request.binding } as const
      await app.store.runs.commit({ runId, fence: null, at: new Date().toISOString(), events: () => [answer] })
    }
    else {
      await app.store.runs.requestCancel(runId, new Date().toISOString())
    }
    await app.close()
    const next = await createInProcessApp({}, { folder: app.folder })
    onTestFinished(() => next.close())
    expect(await readEndState(next, runId)).toBe(word === 'an answer' ? 'completed' : 'cancelled')
  })

  it('that wait for a person go on waiting when the server starts again [F006-A6]', async () => {
    const { app, runId, callId } = await waitForApproval()
    const before = await app.store.runs.readEvents(runId, 0)
    await app.close()
    const next = await createInProcessApp({}, { folder: app.folder })
    onTestFinished(() => next.close())
    await next.runs.answerApproval(PERSON, runId, { callId, decision: 'deny', scope: 'once' })
    expect(await readEndState(next, runId)).toBe('completed')
    const after = await next.runs.listEvents(PERSON, runId, 0)
    expect(after.slice(before.length, before.length + 1)).toMatchObject([{ type: 'approval-response' }])
  })

  it('say of a call that a person denied under which number it is on record [F007-A21]', async () => {
    const { app, runId, callId } = await waitForApproval()
    await app.runs.answerApproval(PERSON, runId, { callId, decision: 'deny', scope: 'once' })
    expect(await readEndState(app, runId)).toBe('completed')
    const end = (await app.runs.listEvents(PERSON, runId, 0)).find(event => event.type === 'tool-end' && event.callId === callId)
    if (end?.type !== 'tool-end') throw new Error('expected an end')
    expect(await app.audit.find(end.auditSeq!, { ...PERSON, role: 'admin' })).toMatchObject({
      kind: 'tool.refused', callId, runId, error: 'denied',
    })
  })

  it('put a question on record with its tool, source, arguments and the rule that asks [F007-A40]', async () => {
    const { app, runId, callId } = await waitForApproval()
    const { items: [row] } = await app.audit.list({ run: runId, kind: 'approval.requested' }, { limit: 10 }, { ...PERSON, role: 'admin' })
    const record = await app.audit.find(row!.seq, { ...PERSON, role: 'admin' })
    expect(record).toMatchObject({
      kind: 'approval.requested', callId, tool: 'write_file', source: 'filesystem', definitionHash: expect.stringMatching(/./),
      input: { reason: expect.stringMatching(/./), arguments: { path: 'notes/summary.md' } },
    })
  })

  it('are stopped before their conversation is removed [F005-A21]', async () => {
    const { app, conversationId, runId } = await waitForApproval()
    await app.conversations.remove(PERSON, conversationId)
    await expect(app.runs.find(PERSON, runId)).rejects.toMatchObject({ code: 'not-found' })
    const { items } = await app.audit.list({ run: runId, kind: 'run.ended' }, { limit: 10 }, { ...PERSON, role: 'admin' })
    expect(items).toMatchObject([{ error: 'cancelled' }])
  })

  it.each(['stopped', 'removed'])('that lost their worker can be %s [F005-A70]', async (how) => {
    const app = await createInProcessApp()
    onTestFinished(() => app.close())
    const { id: conversationId } = await app.conversations.create(PERSON, {})
    const { id, fence } = await seedLostRun(app.store, conversationId)
    expect(fence).toBe(1)
    if (how === 'stopped') {
      await app.runs.stop(PERSON, id)
      expect(await app.runs.find(PERSON, id)).toMatchObject({ state: 'cancelled' })
      const events = await runToRest(app, conversationId, { input: 'What is 2 + 2?', model: 'demo/patchbay-demo' })
      expect(events.at(-1)).toMatchObject({ type: 'run-end', reason: 'completed' })
    }
    else {
      await app.conversations.remove(PERSON, conversationId)
      await expect(app.runs.find(PERSON, id)).rejects.toMatchObject({ code: 'not-found' })
    }
    const { items } = await app.audit.list({ run: id }, { limit: 10 }, { ...PERSON, role: 'admin' })
    expect(items.map(row => row.kind)).toEqual(['run.ended', 'tool.finished', 'run.started'])
  })

  it('that cannot be stopped in time answer whoever waits for it [F005-A73]', async () => {
    const clock = createManualClock()
    const app = await createInProcessApp({}, { clock })
    onTestFinished(() => app.close())
    const { id: conversationId } = await app.conversations.create(PERSON, {})
    const { id } = await seedLostRun(app.store, conversationId, { owner: 'another process', expiresAt: '2999-01-01T00:00:00.000Z' })
    const removal = app.conversations.remove(PERSON, conversationId)
    await expect.poll(async () => (await app.store.runs.read(id))?.cancelRequestedAt).toBeTruthy()
    clock.passTime(10_000)
    await expect(removal).rejects.toMatchObject({ code: 'conflict', retryAfterMs: 5000, message: expect.stringContaining(id) })
  })
})

/** A run that counts as worked on, with a tool at work, and has no worker here. */
async function seedLostRun(store: Store, conversationId: string, lease: RunLease = { owner: 'gone', expiresAt: AT }) {
  const row = buildRun({ conversationId, userId: PERSON.userId, userName: PERSON.userName })
  await store.runs.accept(buildAcceptedRun(row))
  const run = await store.runs.claim(row.id, AT, lease)
  if (!run) throw new Error('The run was not claimed.')
  const execution = buildExecution({ runId: run.id, userId: PERSON.userId })
  await store.runs.commit({ runId: run.id, fence: run.fence, at: AT, execution, events: () => [{ type: 'step-start', step: 1 }] })
  return run
}
