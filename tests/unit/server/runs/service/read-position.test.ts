import { describe, expect, it } from 'vitest'
import type { DeltaEvent, DurableEvent } from '#shared/run-event'
import { ReadPosition } from '#server/runs/service/read-position'

const RUN = { runId: 'r1', at: '2026-11-21T10:00:00.000Z', step: 1 }

function reasoningDelta(offset: number, text: string, after = 1): DeltaEvent {
  return { ...RUN, type: 'reasoning-delta', after, offset, text }
}

function readReasoning(): ReadPosition {
  const position = new ReadPosition(1)
  position.take(reasoningDelta(0, 'Let me '))
  return position
}

describe('what a reader of a run has', () => {
  it('grows by the rest of a delta that it has in part [F005-A43]', () => {
    expect(readReasoning().take(reasoningDelta(4, 'me think'))).toEqual(reasoningDelta(7, 'think'))
  })

  it('is not replaced by a snapshot that says less [F005-A43]', () => {
    const position = readReasoning()
    expect(position.takeProgress({ step: 1, after: 1, parts: [{ type: 'reasoning', text: 'Let' }] })).toBe(false)
    expect(position.take(reasoningDelta(7, 'think'))).toEqual(reasoningDelta(7, 'think'))
  })

  it('is nothing of a second reasoning when the first is stored', () => {
    const position = readReasoning()
    const end: DurableEvent = { ...RUN, sequence: 2, type: 'reasoning-end', text: 'Let me ' }
    expect(position.take(end)).toBe(end)
    expect(position.take(reasoningDelta(0, 'Now', 2))).toEqual(reasoningDelta(0, 'Now', 2))
  })
})
