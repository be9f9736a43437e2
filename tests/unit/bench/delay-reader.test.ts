import { describe, expect, it } from 'vitest'
import type { RunEvent } from '#shared/run-event'
import { createDelayReader } from '../../bench/delay-reader'

const live = { runId: '00000000-0000-7000-8000-000000000000', at: '2026-01-01T00:00:00.000Z', step: 1 }

function toDelta(text: string): RunEvent {
  return { ...live, type: 'text-delta', after: 1, offset: 0, text }
}

function toSnapshot(text: string): RunEvent {
  return { ...live, type: 'step-snapshot', parts: [{ type: 'text', text }] }
}

describe('the delays of a paced run', () => {
  it('are read from each delta, joined or cut', () => {
    let now = 100
    const { result, read } = createDelayReader(() => now)
    now = 130
    read(toDelta(' 110.000 120.000 12'))
    now = 140
    read(toDelta('5.000'))
    expect(result).toEqual({ firstDeltaMs: 30, delays: [20, 10, 15] })
  })

  it('are read from a snapshot when the reader joins in mid-step, and only once', () => {
    let now = 100
    const { result, read } = createDelayReader(() => now)
    now = 130
    read(toSnapshot(' 110.000'))
    read(toSnapshot(' 110.000 120.000'))
    expect(result).toEqual({ firstDeltaMs: 30, delays: [20, 10] })
  })
})
