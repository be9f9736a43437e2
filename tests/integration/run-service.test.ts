import { describe, expect, it, onTestFinished } from 'vitest'
import { createInProcessApp, PERSON, runToRest } from '../support/in-process-app'

const WRITE = { input: 'Read notes/meeting.md, summarise it in 40 words, and write the summary to notes/summary.md', model: 'demo/patchbay-demo' }

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

  it.each(['an answer', 'a wish to stop'])('that wait are taken up again when %s was left unheard by a server that ended [F006-A30]', async (word) => {
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
    await expect.poll(async () => (await next.runs.find(PERSON, runId)).state).toBe(word === 'an answer' ? 'completed' : 'cancelled')
  })

  it('that wait for a person go on waiting when the server starts again [F006-A6]', async () => {
    const { app, runId, callId } = await waitForApproval()
    const before = await app.store.runs.readEvents(runId, 0)
    await app.close()
    const next = await createInProcessApp({}, { folder: app.folder })
    onTestFinished(() => next.close())
    await next.runs.answerApproval(PERSON, runId, { callId, decision: 'deny', scope: 'once' })
    await expect.poll(async () => (await next.runs.find(PERSON, runId)).state).toBe('completed')
    const after = await next.runs.listEvents(PERSON, runId, 0)
    expect(after.slice(before.length, before.length + 1)).toMatchObject([{ type: 'approval-response' }])
  })

  it('say of a call that a person denied under which number it is on record [F007-A21]', async () => {
    const { app, runId, callId } = await waitForApproval()
    await app.runs.answerApproval(PERSON, runId, { callId, decision: 'deny', scope: 'once' })
    await expect.poll(async () => (await app.runs.find(PERSON, runId)).state).toBe('completed')
    const end = (await app.runs.listEvents(PERSON, runId, 0)).find(event => event.type === 'tool-end' && event.callId === callId)
    if (end?.type !== 'tool-end') throw new Error('expected an end')
    expect(await app.audit.find(end.auditSeq!, { ...PERSON, role: 'admin' })).toMatchObject({ kind: 'tool.refused', callId, runId, error: 'denied' })
  })

  it('are stopped before their conversation is removed [F005-A21]', async () => {
    const { app, conversationId, runId } = await waitForApproval()
    await app.conversations.remove(PERSON, conversationId)
    await expect(app.runs.find(PERSON, runId)).rejects.toMatchObject({ code: 'not-found' })
    const { items } = await app.audit.list({ run: runId, kind: 'run.ended' }, { limit: 10 }, { ...PERSON, role: 'admin' })
    expect(items).toMatchObject([{ error: 'cancelled' }])
  })
})
