import { expect, it } from 'vitest'
import type { DurableEvent } from '#shared/run-event'
import { toPublicEvent } from '#server/runs/worker/public-event'
import { USAGE } from '../../../../support/fake-provider'

const ENVELOPE = { runId: 'r1', at: '2026-11-21T10:00:00.000Z', sequence: 7 }
const STEP_END = {
  ...ENVELOPE, type: 'step-end', step: 1, usage: USAGE, finishReason: 'stop', rawFinishReason: 'end_turn', durationMs: 12,
} as const

it('keeps the public fields of an event', () => {
  const call: DurableEvent = {
    ...ENVELOPE, type: 'tool-call', step: 1, callId: 'c1', name: 'echo', arguments: null, argumentsText: '{', raw: { id: 1 },
  }
  expect(toPublicEvent(call)).toEqual(call)
})

it.each([
  ['the vendor\'s own turn and what is known of it', { ...STEP_END, native: { id: 1 }, hasSealedReasoning: true }],
  ['what is known of a turn that was not kept', { ...STEP_END, hasSealedReasoning: false }],
  ['a field that is not declared public', { ...STEP_END, vendorToken: 'secret' }],
])('leaves out %s [F020-A4]', (_, event) => {
  expect(toPublicEvent(event)).toEqual(STEP_END)
})
