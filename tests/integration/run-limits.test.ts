import { describe, expect, it, onTestFinished } from 'vitest'
import type { Provider } from '#server/providers/provider'
import { type Answer, callTools, createFakeProvider, say } from '../support/fake-provider'
import { ofType } from '../support/vendor-conversation'
import { createInProcessApp, PERSON, type RunOrder, runToRest } from '../support/in-process-app'

const ADMIN = { ...PERSON, role: 'admin' } as const

function createScripted(answers: readonly Answer[]): Provider {
  return { ...createFakeProvider(answers), setup: { kind: 'scripted', kindLabel: 'Scripted', name: 'Scripted', origin: 'built-in' } }
}

/** Plays a run, and gives what its events and the audit say about its calls. */
async function play(answers: readonly Answer[], limits: RunOrder['limits']) {
  const app = await createInProcessApp({}, { adapters: [createScripted(answers)] })
  onTestFinished(() => app.close())
  const { id } = await app.conversations.create(PERSON, {})
  const events = await runToRest(app, id, { input: 'Add up', model: 'scripted/any', limits })
  const { items } = await app.audit.list({}, { limit: 100 }, ADMIN)
  const calls = items.toReversed().filter(row => row.kind.startsWith('tool.'))
  const bodies = await Promise.all(calls.map(row => app.audit.find(row.seq, ADMIN)))
  return { ends: ofType(events, 'tool-end'), end: ofType(events, 'run-end')[0], calls, bodies }
}

describe('the limits of a run', () => {
  it('put each call that they forbid on record, as an attempt that was refused [F005-A24]', async () => {
    const calculate = (expression: string) => ['calculate', { expression }] as const
    const answers = [callTools([calculate('1+1'), calculate('2+2'), calculate('3+3')]), callTools([calculate('4+4')]), say('never')]
    const { ends, end, calls, bodies } = await play(answers, { toolCalls: 1 })
    expect(end).toMatchObject({ reason: 'limited', limit: 'toolCalls' })
    const refused = calls.filter(row => row.kind === 'tool.refused')
    expect(refused).toMatchObject(['1_2', '1_3', '2_1'].map(call => ({
      tool: 'calculate', success: false, error: 'denied', callId: expect.stringContaining(call),
    })))
    expect(JSON.stringify(bodies.find(row => row.kind === 'tool.refused'))).toContain('Run limit reached (tool calls: 1).')
    expect(calls.filter(row => row.kind === 'tool.started')).toHaveLength(1)
    expect(ends.map(event => event.outcome.status).toSorted()).toEqual(['denied', 'denied', 'denied', 'ok'])
  })
})
