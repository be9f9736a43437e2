import { describe, expect, it } from 'vitest'
import type { DurableEvent } from '#shared/run-event'
import { AppError } from '#server/errors'
import type { ModelEvent } from '#server/providers/provider'
import { RunStopped } from '#server/ports/run-stopped'
import { RunLedger } from '#server/runs/loop/run-ledger'
import { runLoop } from '#server/runs/loop/run-loop'
import { type Answer, callTools, USAGE } from '../../../../support/fake-provider'
import { createLoopContext } from '../../../../support/loop-context'

const FREE = { input: 0, output: 0 }
const PRICED = { input: 1_000_000, output: 1_000_000 }
const ECHO = { name: 'echo' }

/** An answer that ends in an error, after the given text. */
function breakOff(error: () => unknown, text = ''): Answer {
  return async function* (): AsyncGenerator<ModelEvent> {
    if (text) yield { type: 'text-delta', text }
    throw error()
  }
}

/** Plays answers of which the last one breaks off, and gives what the run is then said to have used. */
async function countBroken(
  answers: readonly Answer[], { prices = PRICED, signal }: { readonly prices?: typeof PRICED, readonly signal?: AbortSignal } = {},
) {
  const { context } = await createLoopContext({ answers, tools: [ECHO], signal })
  await expect(runLoop({ ...context, prices })).rejects.toThrow()
  const { usage, cost } = context.ledger
  return { usage, cost }
}

describe('the usage of an answer that broke off', () => {
  const cut = () => new AppError('provider-protocol', 'broke off')

  it('is not known, and neither is its cost [F015-A9]', async () => {
    expect(await countBroken([breakOff(cut, 'Half an ans')])).toMatchObject({ usage: { outputTokens: 0, partial: true }, cost: null })
    expect(await countBroken([breakOff(cut)])).toMatchObject({ usage: { partial: true }, cost: null })
  })

  it('is not known when a person stopped it, even before its first word [F015-A9]', async () => {
    const stop = new AbortController()
    const stopped = breakOff(() => {
      stop.abort(new RunStopped('cancelled'))
      return stop.signal.reason
    })
    expect(await countBroken([stopped], { signal: stop.signal })).toMatchObject({ usage: { partial: true }, cost: null })
  })

  it('is at least what the steps before it used, and free at a free model [F015-A9]', async () => {
    const answers = [callTools([['echo', {}]]), breakOff(cut, 'Half')]
    expect(await countBroken(answers)).toEqual({ usage: { ...USAGE, partial: true }, cost: null })
    expect(await countBroken(answers, { prices: FREE })).toEqual({ usage: { ...USAGE, partial: true }, cost: 0 })
  })

  it('is nothing when the vendor refused the request [F015-A9]', async () => {
    const { usage, cost } = await countBroken([breakOff(() => new AppError('provider-rejected', 'no such key'))])
    expect(usage).not.toHaveProperty('partial')
    expect(cost).toBe(0)
  })
})

it('a step that the process did not live to end has used what nobody knows [F015-A9]', () => {
  const ledger = new RunLedger()
  const at = '2026-11-21T10:00:00.000Z'
  const events: DurableEvent[] = [
    { type: 'step-start', step: 1, runId: 'r', at, sequence: 1 },
    { type: 'step-end', step: 1, usage: USAGE, cost: 0.5, finishReason: 'continue', rawFinishReason: null, runId: 'r', at, sequence: 2 },
    { type: 'step-start', step: 2, runId: 'r', at, sequence: 3 },
  ]
  for (const event of events) ledger.add(event)
  expect(ledger).toMatchObject({ usage: { ...USAGE, partial: true }, cost: null })
})
