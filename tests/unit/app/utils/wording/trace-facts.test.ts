import { describe, expect, it } from 'vitest'
import { callFacts, runFacts, stepFacts } from '~/utils/wording/trace-facts'
import { buildRun, PARALLEL_RUN, runStart, USAGE, WAITING_RUN } from '../../../../fixtures/ui/build-run'

const valueOf = (facts: readonly {
  readonly label: string
  readonly value: string
}[], label: string) => facts.find(fact => fact.label === label)?.value

describe('facts of the inspector', () => {
  it('write counts as the chat does, and say of an unknown cost just that [F008-A41]', () => {
    const usage = { ...USAGE, inputTokens: 14_993, cachedInputTokens: 12_000 }
    const run = buildRun([
      [0, runStart], [100, { type: 'step-start', step: 1 }],
      [600, { type: 'step-end', step: 1, usage, cost: null, finishReason: 'stop', rawFinishReason: 'stop' }],
      [600, { type: 'run-end', reason: 'completed', usage, cost: null }],
    ])

    for (const facts of [stepFacts(run.steps[0]!, run), runFacts(run)]) {
      expect(valueOf(facts, 'Tokens in')).toBe('15k (12k cached)')
      expect(valueOf(facts, 'Tokens out')).toBe('80')
      expect(valueOf(facts, 'Cost')).toBe('unknown')
    }
  })

  it('say that what the vendor never told is not known [F015-A9]', () => {
    const unknown = {
      inputTokens: 0, outputTokens: 0, cachedInputTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0, partial: true,
    } as const
    const stopped = buildRun([
      [0, runStart], [100, { type: 'step-start', step: 1 }],
      [600, { type: 'step-end', step: 1, usage: unknown, cost: null, finishReason: 'cancelled', rawFinishReason: null }],
      [600, { type: 'run-end', reason: 'cancelled', usage: { ...USAGE, partial: true }, cost: null }],
    ])
    const killed = buildRun([
      [0, runStart], [100, { type: 'step-start', step: 1 }], [600, { type: 'run-end', reason: 'interrupted', usage: unknown, cost: null }],
    ])
    const working = buildRun([[0, runStart], [100, { type: 'step-start', step: 1 }]])

    for (const facts of [stepFacts(stopped.steps[0]!, stopped), stepFacts(killed.steps[0]!, killed), runFacts(killed)]) {
      expect(['Tokens in', 'Tokens out', 'Cost'].map(label => valueOf(facts, label))).toEqual(['unknown', 'unknown', 'unknown'])
    }
    expect(valueOf(runFacts(stopped), 'Tokens in')).toBe('at least 1.2k')
    expect(valueOf(stepFacts(working.steps[0]!, working), 'Tokens in')).toBeUndefined()
  })

  it('name the rule that asked for a decision [F007-A40]', () => {
    const waiting = buildRun(WAITING_RUN)
    expect(valueOf(callFacts(waiting.calls['call-1']!, waiting, undefined), 'Reason')).toBe('Tools that write ask first.')
  })

  it('tell the state of a call in a whole phrase [F008-A41]', () => {
    const refused = buildRun([...PARALLEL_RUN, [900, {
      type: 'tool-end', step: 1, callId: 'call-1', outcome: { status: 'invalid-input', content: [], issues: [], durationMs: 0 },
    }]])
    const waiting = buildRun(WAITING_RUN)
    const ended = buildRun([...PARALLEL_RUN, [900, { type: 'run-end', reason: 'interrupted', usage: USAGE, cost: null }]])

    expect(valueOf(callFacts(refused.calls['call-1']!, refused, undefined), 'State')).toBe('Invalid arguments')
    expect(valueOf(callFacts(refused.calls['call-2']!, refused, undefined), 'State')).toBe('Running')
    expect(valueOf(callFacts(waiting.calls['call-1']!, waiting, undefined), 'State')).toBe('Waiting for approval')
    expect(valueOf(callFacts(ended.calls['call-1']!, ended, undefined), 'State')).toBe('Did not finish')
  })
})
