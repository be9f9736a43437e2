import { describe, expect, it } from 'vitest'
import type { RunEvent } from '#shared/run-event'
import { applyRunEvents } from '#shared/fold-run-events'
import { coalesceDeltas } from '~/utils/coalesce-deltas'
import { buildRun, runStart } from '../../../fixtures/ui/build-run'

const live = { runId: 'run-1', at: '2026-11-21T10:00:00.000Z', step: 1, after: 1, offset: 0 }
const text = (piece: string): RunEvent => ({ ...live, type: 'text-delta', text: piece })
const input = (callId: string, piece: string): RunEvent => ({ ...live, type: 'tool-input-delta', callId, name: 'get_weather', text: piece })

describe('coalesceDeltas', () => {
  it('joins neighbours of one stream and keeps the order', () => {
    expect(coalesceDeltas([text('a'), text('b'), input('c1', '{'), input('c1', '}'), input('c2', '{'), text('c')])).toEqual([
      text('ab'), input('c1', '{}'), input('c2', '{'), text('c'),
    ])
  })

  it('folds to the same view as the pieces', () => {
    const start = buildRun([[0, runStart], [0, { type: 'step-start', step: 1 }]])
    const pieces = [text('a'), text('b'), input('c1', '{"city":'), input('c1', '"Paris"}'), text('c')]

    expect(applyRunEvents(start, coalesceDeltas(pieces))).toEqual(applyRunEvents(start, pieces))
  })
})
