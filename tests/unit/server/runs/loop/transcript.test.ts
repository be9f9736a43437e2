import { describe, expect, it } from 'vitest'
import type { DurableEvent } from '#shared/run-event'
import { createTranscript } from '#server/runs/loop/transcript'

function fold(bodies: readonly object[]) {
  const transcript = createTranscript()
  bodies.forEach((body, index) => transcript.add({ runId: 'r', at: '', sequence: index + 1, ...body } as DurableEvent))
  return transcript.messages()
}

const ask = (text: string) => ({ type: 'run-start', model: 'm', tools: [], input: [{ type: 'text', text }] })
const call = (callId: string) => ({ type: 'tool-call', step: 1, callId, name: 'echo', arguments: {} })
const ended = {
  type: 'step-end', step: 1, usage: {}, finishReason: 'stop', rawFinishReason: null, origin: { adapter: 'a', endpoint: 'e', model: 'm' },
  native: { kept: true }, hasSealedReasoning: true,
}

describe('the transcript', () => {
  it('keeps a finished turn with its origin, its native form and whether that is sealed [F020-A18]', () => {
    expect(fold([ask('hi'), { type: 'step-start', step: 1 }, { type: 'text-end', step: 1, text: 'hello' }, ended])).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'hi' }] },
      {
        role: 'assistant', parts: [{ type: 'text', text: 'hello' }], origin: ended.origin, native: { kept: true }, hasSealedReasoning: true,
      },
    ])
  })

  it('answers a call that a stop left open, so that every provider takes the history [F005-A9]', () => {
    const messages = fold([
      ask('hi'), { type: 'step-start', step: 1 }, call('c1'), call('c2'), ended,
      { type: 'tool-end', step: 1, callId: 'c2', outcome: { status: 'ok', content: [], durationMs: 1 } },
      { type: 'run-end', reason: 'cancelled' },
    ])
    expect(messages.at(-1)).toMatchObject({
      role: 'tool', results: [{ callId: 'c1', outcome: { status: 'cancelled' } }, { callId: 'c2', outcome: { status: 'ok' } }],
    })
  })

  it('gives the model what was said beside a yes, next to the result and not in it [F006-A9]', () => {
    const outcome = { status: 'ok', content: [{ type: 'text', text: 'Written.' }], durationMs: 1 }
    const answer = (decision: string, note?: string) => ({ type: 'approval-response', callId: 'c1', decision, note })
    const lastOf = (...answers: readonly object[]) => fold([
      ask('hi'), { type: 'step-start', step: 1 }, call('c1'), ended, ...answers, { type: 'tool-end', step: 1, callId: 'c1', outcome },
    ]).at(-1)
    expect(lastOf(answer('allow', 'Only once.'))).toMatchObject({ results: [{ outcome: { ...outcome, note: 'Only once.' } }] })
    expect(lastOf(answer('allow'))).toEqual({ role: 'tool', results: [{ callId: 'c1', name: 'echo', outcome }] })
    expect(lastOf(answer('deny', 'Never.'))).toEqual({ role: 'tool', results: [{ callId: 'c1', name: 'echo', outcome }] })
    expect(
      lastOf(answer('allow', 'Given to other arguments.'), answer('allow')),
    ).toEqual({ role: 'tool', results: [{ callId: 'c1', name: 'echo', outcome }] })
  })

  it('joins two requests when the model said nothing between them [F005-A9]', () => {
    expect(fold([ask('first'), { type: 'step-start', step: 1 }, { type: 'run-end', reason: 'failed' }, ask('second')])).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'first' }, { type: 'text', text: 'second' }] },
    ])
  })

  it('asks for half an answer again when a run is resumed [F005-A10]', () => {
    expect(
      fold([
        ask('hi'), { type: 'step-start', step: 1 }, { type: 'text-end', step: 1, text: 'Once up' },
        { type: 'run-end', reason: 'interrupted' }, { type: 'run-resume' },
      ]),
    ).toHaveLength(1)
  })

  it('keeps a whole answer when a run that was interrupted behind it is resumed [F005-A10]', () => {
    expect(
      fold([
        ask('hi'), { type: 'step-start', step: 1 }, { type: 'text-end', step: 1, text: 'Hello' }, ended,
        { type: 'run-end', reason: 'interrupted' }, { type: 'run-resume' },
      ]),
    ).toHaveLength(2)
  })

  it('keeps the calls of an interrupted step when a run is resumed [F005-A10]', () => {
    const messages = fold([
      ask('hi'), { type: 'step-start', step: 1 }, call('c1'), ended,
      { type: 'tool-end', step: 1, callId: 'c1', outcome: { status: 'unknown', content: [], durationMs: 0 } },
      { type: 'run-end', reason: 'interrupted' }, { type: 'run-resume' },
    ])
    expect(messages.map(message => message.role)).toEqual(['user', 'assistant', 'tool'])
  })
})
