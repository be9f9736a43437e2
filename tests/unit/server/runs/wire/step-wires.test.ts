import { expect, it } from 'vitest'
import type { StepWire } from '#server/ports/run-store'
import { runLoop } from '#server/runs/loop/run-loop'
import { WireCapture } from '#server/runs/wire/wire-capture'
import { AppError } from '#server/errors'
import { type Answer, say } from '../../../../support/fake-provider'
import { createLoopContext } from '../../../../support/loop-context'

const busy: Answer = async function* () {
  yield { type: 'request', body: '{}' }
  throw new AppError('provider-unavailable', 'Busy.', { retryable: true })
}
const brokenOff: Answer = async function* () {
  yield { type: 'text-delta', text: 'Half an' }
  throw new AppError('provider-unavailable', 'Lost.', { retryable: true })
}

/** Types of the events that each wire was recorded with, after the loop has ended. */
async function collectWires(answers: readonly Answer[]) {
  const wires: { readonly with: string[], readonly wire: StepWire }[] = []
  const { context } = await createLoopContext({ answers })
  await runLoop({
    ...context,
    captureWire: (step, attempt) => new WireCapture({ step, attempt, adapter: 'fake', endpoint: 'http://fake.test', hide: text => text }),
    record: (events, change, wire) => {
      if (wire) wires.push({ with: events.map(event => event.type), wire })
      return context.record(events, change)
    },
    stage: (events, wire) => {
      if (wire) wires.push({ with: events.map(event => event.type), wire })
      context.stage(events)
    },
  }).catch(() => undefined)
  return wires.map(({ with: events, wire: { step, attempt } }) => ({ events, step, attempt }))
}

it('records the wire of each attempt with what ends it: a retry, the end, or the break [F016-A1] [F016-A2]', async () => {
  expect(await collectWires([busy, busy, say('Done.')])).toEqual([
    { events: ['step-retry'], step: 1, attempt: 1 },
    { events: ['step-retry'], step: 1, attempt: 2 },
    { events: ['text-end', 'step-end'], step: 1, attempt: 3 },
  ])
  expect(await collectWires([brokenOff])).toEqual([{ events: ['text-end', 'step-end'], step: 1, attempt: 1 }])
})
