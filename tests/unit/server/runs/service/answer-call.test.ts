import { describe, expect, it } from 'vitest'
import { answerCall } from '#server/runs/service/answer-call'
import type { AuditFact } from '#server/ports/audit-fact'
import type { RunStore } from '#server/ports/run-store'
import { AT, buildDraft } from '../../../../support/build-rows'
import { createRecordedRun } from '../../../../support/loop-context'

const ALICE = { userId: 'alice', userName: 'Alice' }
const call = (callId: string) => ({ type: 'tool-call', step: 1, callId, name: 'write', arguments: {} }) as const
const ask = (callId: string) => ({
  type: 'approval-request', step: 1, callId, reason: 'It writes.', binding: `binding of ${callId}`,
}) as const

/** A run with two questions in one step, and a way to answer them. */
async function createTwoQuestions(
  breakStore: (store: RunStore) => Partial<RunStore> = () => ({}),
  draft = async (_fact: AuditFact) => buildDraft({ kind: 'approval.answered' }),
) {
  const recorded = await createRecordedRun()
  const { recorder, store, run } = recorded
  await recorder.record([call('a'), call('b'), ask('a'), ask('b')])
  const answer = (callId: string, decision: 'allow' | 'deny' = 'allow', note?: string) => answerCall(ALICE, run, {
    answer: { callId, decision, scope: 'once', ...(note && { note }) },
    store: { ...store.runs, ...breakStore(store.runs) }, draft, at: AT,
  })
  return { ...recorded, answer }
}

describe('an answer to a call that waits', () => {
  it('binds to its own question, of two in one step [F006-A2]', async () => {
    const { answer } = await createTwoQuestions()
    expect(await answer('b', 'deny', 'not now')).toMatchObject([
      { type: 'approval-response', callId: 'b', decision: 'deny', note: 'not now', userId: 'alice', binding: 'binding of b' },
    ])
    expect(await answer('a')).toMatchObject([{ callId: 'a', decision: 'allow', binding: 'binding of a' }])
  })

  it.each([['allow', true], ['deny', false]] as const)('%s is on record as a success: %s', async (decision, success) => {
    const facts: AuditFact[] = []
    const { answer } = await createTwoQuestions(() => ({}), async (fact) => {
      facts.push(fact)
      return buildDraft({ kind: 'approval.answered' })
    })
    await answer('a', decision)
    expect(facts).toMatchObject([{ kind: 'approval.answered', callId: 'a', tool: 'write', actor: ALICE, success, input: { decision } }])
  })

  it('is tried again when a parallel call ended between reading and writing', async () => {
    let tries = 0
    const { answer, events, store } = await createTwoQuestions(({ commit }) => ({
      commit: async (part) => {
        tries += 1
        if (tries === 1) await commit({
          runId: part.runId, fence: null, at: AT, events: () => [{ type: 'text-end', step: 1, text: 'meanwhile' }],
        })
        return commit(part)
      },
    }))
    expect(await answer('a')).toMatchObject([{ type: 'approval-response', sequence: events.length + 2 }])
    expect(tries).toBe(2)
    expect((await store.audit.list({ kind: 'approval.answered' }, { limit: 9 }, null)).items).toHaveLength(1)
  })

  it('is given up when the run goes on and on', async () => {
    let tries = 0
    const { answer } = await createTwoQuestions(({ commit }) => ({
      commit: async (part) => {
        tries += 1
        await commit({ runId: part.runId, fence: null, at: AT, events: () => [{ type: 'text-end', step: 1, text: 'meanwhile' }] })
        return commit(part)
      },
    }))
    await expect(answer('a')).rejects.toMatchObject({ code: 'conflict', retryable: true })
    expect(tries).toBe(10)
  })

  it('is refused a second time, for a call that was not asked about, and after its end', async () => {
    const { answer, recorder } = await createTwoQuestions()
    await answer('a')
    await expect(answer('a', 'deny')).rejects.toMatchObject({ code: 'conflict' })
    await expect(answer('c')).rejects.toMatchObject({ code: 'not-found' })
    await recorder.record([{ type: 'tool-end', step: 1, callId: 'b', outcome: { status: 'cancelled', content: [], durationMs: 0 } }])
    await expect(answer('b')).rejects.toMatchObject({ code: 'conflict' })
  })
})
