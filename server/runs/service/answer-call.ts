import type { AnswerApproval } from '#shared/run'
import type { DurableEvent } from '#shared/run-event'
import { foldRunEvents } from '#shared/fold-run-events'
import type { NamedActor } from '../../ports/actor'
import { AppError, notFound } from '../../errors'
import type { AuditDraft } from '../../ports/audit-store'
import type { AuditFact } from '../../ports/audit-fact'
import type { RunRow, RunStore } from '../../ports/run-store'

interface AnswerContext {
  readonly answer: AnswerApproval
  readonly store: RunStore
  readonly draft: (fact: AuditFact) => Promise<AuditDraft>
  readonly at: string
}

/** A parallel call may end between reading and writing; more often than this it does not. */
const MAX_TRIES = 10

/**
 * Records a person's answer to one waiting call. It binds to the call as it was asked about, and to nothing else. Of
 * two answers at once the first one counts: each is written only onto the events that it was decided on.
 */
export async function answerCall(actor: NamedActor, run: RunRow, context: AnswerContext): Promise<readonly DurableEvent[]> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await tryAnswer(actor, run, context)
    }
    catch (error) {
      if (!(error instanceof AppError) || !error.retryable || attempt >= MAX_TRIES) throw error
    }
  }
}

async function tryAnswer(actor: NamedActor, run: RunRow, context: AnswerContext): Promise<readonly DurableEvent[]> {
  const { answer: { callId, decision, note }, store, draft, at } = context
  const stored = await store.readEvents(run.id, 0)
  const call = foldRunEvents(run.id, stored).calls[callId]
  const request = stored.findLast(event => event.type === 'approval-request' && event.callId === callId)
  if (!call || request?.type !== 'approval-request') throw notFound('pending approval')
  if (call.approval?.answer || call.state === 'done') throw new AppError('conflict', 'This call has already been answered.')
  const audit = await draft({
    kind: 'approval.answered', at, actor, conversationId: run.conversationId, runId: run.id, step: call.step, callId,
    tool: call.name, source: call.sourceId, success: decision === 'allow', input: { decision, note, arguments: call.arguments },
  })
  const { binding } = request
  const { events } = await store.commit({
    runId: run.id,
    fence: null,
    ifLastSequence: stored.at(-1)?.sequence,
    at,
    audit: [audit],
    events: () => [{ type: 'approval-response', callId, decision, ...(note && { note }), userId: actor.userId, binding }],
  })
  return events
}
