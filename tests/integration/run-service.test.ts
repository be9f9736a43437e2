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

  it('are stopped before their conversation is removed [F005-A21]', async () => {
    const { app, conversationId, runId } = await waitForApproval()
    await app.conversations.remove(PERSON, conversationId)
    await expect(app.runs.find(PERSON, runId)).rejects.toMatchObject({ code: 'not-found' })
    const { items } = await app.audit.list({ run: runId, kind: 'run.ended' }, { limit: 10 }, { ...PERSON, role: 'admin' })
    expect(items).toMatchObject([{ error: 'cancelled' }])
  })
})
