import { describe, expect, it } from 'vitest'
import type { DurableEvent } from '#shared/run-event'
import { LiveSteps } from '#server/runs/worker/live-steps'

const RUN = { runId: 'r1', at: '' }
const stored = (sequence: number, body: object) => ({ ...RUN, sequence, ...body }) as DurableEvent
const text = (piece: string, runId = 'r1') => ({ ...RUN, runId, type: 'text-delta', step: 1, text: piece }) as const
const reasoning = (piece: string) => ({ ...RUN, type: 'reasoning-delta', step: 1, text: piece }) as const
const input = (callId: string, piece: string, name?: string) => ({
  ...RUN, type: 'tool-input-delta', step: 1, callId, text: piece, ...(name && { name }),
}) as const

function streamStep(): LiveSteps {
  const steps = new LiveSteps()
  steps.addStored(stored(1, { type: 'step-start', step: 1 }))
  for (const event of [reasoning('hm'), text('Hello'), input('c1', '{'), input('c2', '{', 'b')]) steps.add(event)
  return steps
}

describe('the unfinished steps of this process', () => {
  it('hold nothing of a step before something streams', () => {
    const steps = new LiveSteps()
    steps.addStored(stored(1, { type: 'step-start', step: 2 }))
    expect(steps.read('r1')).toBeUndefined()
  })

  it('hold all that has streamed, however often it is read [F005-A11]', () => {
    const steps = new LiveSteps()
    steps.addStored(stored(4, { type: 'step-start', step: 2 }))
    for (const event of [reasoning('hm'), text('Hel'), text('lo'), input('c1', '{"a"', 'echo')]) steps.add(event)
    const reasoned = { type: 'reasoning', text: 'hm' }
    const said = { type: 'text', text: 'Hello' }
    const expected = { step: 2, after: 4, parts: [reasoned, said, { type: 'call', callId: 'c1', name: 'echo', text: '{"a"' }] }
    expect(steps.read('r1')).toEqual(expected)
    expect(steps.read('r1')).toEqual(expected)
    steps.add(input('c1', ':1}'))
    expect(steps.read('r1')?.parts.at(-1)).toEqual({ type: 'call', callId: 'c1', name: 'echo', text: '{"a":1}' })
  })

  it.each([
    [
      'reasoning', stored(2, { type: 'reasoning-end', step: 1, text: 'hm' }),
      ['text', 'c1', 'c2'],
    ],
    [
      'text', stored(2, { type: 'text-end', step: 1, text: 'Hello' }),
      ['reasoning', 'c1', 'c2'],
    ],
    [
      'a call', stored(2, { type: 'tool-call', step: 1, callId: 'c1', name: 'a', arguments: {} }),
      ['reasoning', 'text', 'c2'],
    ],
    ['a step that began anew', stored(2, { type: 'step-start', step: 2 }), undefined],
    ['a step', stored(2, { type: 'step-end', step: 1 }), undefined],
    ['the end of the run', stored(2, { type: 'run-end' }), undefined],
    ['a question to a person', stored(2, { type: 'run-wait' }), undefined],
    [
      'nothing of it, as a retry leaves it', stored(2, { type: 'step-retry', step: 1 }),
      ['reasoning', 'text', 'c1', 'c2'],
    ],
  ])('forget just what is stored: %s [F005-A11]', (_what, event, left) => {
    const steps = streamStep()
    steps.addStored(event)
    expect(steps.read('r1')?.parts.map(part => part.type === 'call' ? part.callId : part.type)).toEqual(left)
  })

  it('keep two runs apart [F005-A11]', () => {
    const steps = new LiveSteps()
    steps.add(text('one'))
    steps.add(text('two', 'r2'))
    expect([steps.read('r1'), steps.read('r2')]).toMatchObject([{ parts: [{ text: 'one' }] }, { parts: [{ text: 'two' }] }])
  })

  it('place each delta behind what was streamed of the same part, and behind the newest stored event [F005-A43]', () => {
    const steps = new LiveSteps()
    steps.addStored(stored(3, { type: 'step-start', step: 1 }))
    const placed = [
      reasoning('hm'), text('Hel'), reasoning('m'), text('lo'), input('c1', '{'), input('c2', '[]'), input('c1', '}'),
    ].map(event => steps.add(event))
    expect(placed).toMatchObject([0, 0, 2, 3, 0, 0, 1].map(offset => ({ after: 3, offset })))
    steps.addStored(stored(4, { type: 'text-end', step: 1, text: 'Hello' }))
    expect([steps.add(text('Next')), steps.add(reasoning('…'))]).toMatchObject([{ after: 4, offset: 0 }, { after: 4, offset: 3 }])
  })

  it('keep the order in which parts began, as a screen shows them [F005-A46]', () => {
    const steps = new LiveSteps()
    const streamed = [text('Hello.'), reasoning('one '), reasoning('two'), text('End.'), input('c1', '{'), text('More'), input('c1', '}')]
    for (const event of streamed) steps.add(event)
    expect(steps.read('r1')?.parts.map(part => part.text)).toEqual(['Hello.', 'one two', 'End.', '{}', 'More'])
  })
})
