import { expect, test } from 'vitest'
import type { ModelEvent } from '#server/providers/provider'
import { runLoop } from '#server/runs/loop/run-loop'
import { USAGE } from '../../../../support/fake-provider'
import { createLoopContext } from '../../../../support/loop-context'

const finish: ModelEvent = { type: 'finish', finishReason: 'stop', rawFinishReason: 'stop', usage: USAGE }

/** What is published and what is committed, in the order in which it happens. */
async function play(answer: readonly ModelEvent[]): Promise<string[]> {
  const { context } = await createLoopContext({ answers: [answer] })
  const seen: string[] = []
  await runLoop({
    ...context,
    publish: event => seen.push(event.type),
    record: async (bodies, ...rest) => {
      const events = await context.record(bodies, ...rest)
      seen.push(`[${bodies.map(body => body.type).join(' ')}]`)
      return events
    },
    stage: (bodies, ...rest) => {
      context.stage(bodies, ...rest)
      seen.push(`[${bodies.map(body => body.type).join(' ')}]`)
    },
  })
  return seen
}

test('commits reasoning before anything after it is shown, though both came together', async () => {
  const answer: ModelEvent[] = [
    { type: 'reasoning-delta', text: 'Hm' }, { type: 'reasoning-delta', text: '.' }, { type: 'text-delta', text: '' },
    { type: 'text-delta', text: 'Yes' }, { type: 'text-delta', text: '.' }, finish,
  ]
  expect(await play(answer)).toEqual([
    '[step-start]', 'reasoning-delta', 'reasoning-delta', '[reasoning-end]', 'text-delta', 'text-delta', '[text-end step-end]',
  ])
})

test('closes text without a commit of its own when reasoning or a call follows', async () => {
  const answer: ModelEvent[] = [
    { type: 'text-delta', text: 'Let me think.' }, { type: 'reasoning-delta', text: 'Hm.' }, { type: 'text-delta', text: 'Yes.' }, finish,
  ]
  expect(await play(answer)).toEqual([
    '[step-start]', 'text-delta', 'reasoning-delta', '[text-end reasoning-end]', 'text-delta', '[text-end step-end]',
  ])
})

test('shows no more of a call than its arguments may have [F002-A86]', async () => {
  const piece = 'x'.repeat(256 * 1024)
  const deltas = Array.from({ length: 6 }, (): ModelEvent => ({ type: 'tool-input-delta', index: 0, text: piece }))
  expect(
    await play([...deltas, { type: 'tool-input-delta', index: 0, text: '}' }, { type: 'tool-input-delta', index: 1, text: '{}' }, finish]),
  ).toEqual([
    '[step-start]', ...Array.from({ length: 5 }, () => 'tool-input-delta'), '[step-end]',
  ])
})

test('stores with a turn that it is sealed [F020-A18]', async () => {
  const { context } = await createLoopContext({ answers: [[{ ...finish, native: { kept: true }, hasSealedReasoning: true }]] })
  const ends: unknown[] = []
  await runLoop({
    ...context,
    stage: (bodies, ...rest) => {
      ends.push(...bodies.filter(({ type }) => type === 'step-end'))
      context.stage(bodies, ...rest)
    },
  })
  expect(ends).toMatchObject([{ native: { kept: true }, hasSealedReasoning: true }])
})
