import { describe, expect, it } from 'vitest'
import { emptyRunView } from '#shared/run-view'
import { runStatusLine } from '~/utils/wording/run-status'
import { buildRun, PARALLEL_RUN, runStart, STARTED_AT, USAGE, WAITING_RUN } from '../../../../fixtures/ui/build-run'

const OPEN = { state: 'open' } as const

describe('runStatusLine', () => {
  it('says that a queued run waits for its turn', () => {
    expect(runStatusLine(emptyRunView('run-1'), OPEN, STARTED_AT)).toMatchObject({ kind: 'connecting', label: 'Queued' })
  })

  it('says that the model thinks while nothing has come yet', () => {
    const view = buildRun([[0, runStart], [0, { type: 'step-start', step: 1 }]])

    expect(runStatusLine(view, OPEN, STARTED_AT)).toEqual({ kind: 'thinking', label: 'Thinking', since: STARTED_AT })
  })

  it('counts the calls that run at once, from the first start [F008-A4]', () => {
    expect(runStatusLine(buildRun(PARALLEL_RUN), OPEN, STARTED_AT)).toEqual({
      kind: 'calling', label: 'Calling 2 tools', since: STARTED_AT + 700,
    })
  })

  it('says that it waits for the person', () => {
    expect(runStatusLine(buildRun(WAITING_RUN), OPEN, STARTED_AT)).toMatchObject({ kind: 'waiting', label: 'Waiting for approval' })
  })

  it('counts down to the next try, with the reason', () => {
    const view = buildRun([
      [0, runStart], [0, { type: 'step-start', step: 1 }],
      [0, {
        type: 'step-retry', step: 1, attempt: 1, delayMs: 4000,
        error: { code: 'provider-unavailable', message: 'It is overloaded.', retryable: true },
      }],
    ])

    expect(runStatusLine(view, OPEN, STARTED_AT + 1000)?.label).toBe('It is overloaded. Retrying in 3 s')
    expect(runStatusLine(view, OPEN, STARTED_AT + 5000)?.label).toBe('Trying again, attempt 2')
  })

  it('puts a lost connection before all else', () => {
    const lost = { state: 'lost', retryAt: STARTED_AT + 2000 } as const

    expect(runStatusLine(buildRun(WAITING_RUN), lost, STARTED_AT)?.label).toBe('Connection lost, trying again in 2 s')
  })

  it('says nothing once the run has ended', () => {
    const view = buildRun([...PARALLEL_RUN, [900, { type: 'run-end', reason: 'cancelled', usage: USAGE, cost: null }]])

    expect(runStatusLine(view, OPEN, STARTED_AT)).toBeNull()
  })
})
