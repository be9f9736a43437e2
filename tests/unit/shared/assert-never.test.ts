import { describe, expect, it } from 'vitest'
import { assertNever, UnexpectedValueError } from '#shared/assert-never'
import { applyRunEvents } from '#shared/fold-run-events'
import type { RunEvent } from '#shared/run-event'
import { emptyRunView } from '#shared/run-view'

describe('a value that no case knows', () => {
  it('is named in the error, shortened', () => {
    const unknown = { type: 'text-started', text: 'x'.repeat(1000) } as never
    expect(() => assertNever(unknown)).toThrow(UnexpectedValueError)
    expect(() => assertNever(unknown)).toThrow(/^Unexpected value: \{"type":"text-started","text":"x{10,}/)
  })

  it('is not silently dropped when events are folded [F008-A143]', () => {
    const event = { type: 'text-started', runId: 'run-1', at: '2026-11-21T10:00:00.000Z', step: 1 } as unknown as RunEvent
    expect(() => applyRunEvents(emptyRunView('run-1'), [event])).toThrow(UnexpectedValueError)
  })
})
