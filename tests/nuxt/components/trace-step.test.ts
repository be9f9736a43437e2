import { mountSuspended } from '@nuxt/test-utils/runtime'
import { describe, expect, it } from 'vitest'
import type { DurableEventBody } from '#shared/run-event'
import TraceDetail from '~/components/trace/TraceDetail.vue'
import TraceWaterfall from '~/components/trace/TraceWaterfall.vue'
import { buildRun, runStart, STARTED_AT, USAGE } from '../../fixtures/ui/build-run'

const stepEnd = (finishReason: 'error' | 'cancelled' | 'stop'): DurableEventBody => ({
  type: 'step-end', step: 1, usage: USAGE, finishReason, rawFinishReason: null,
})
const runOf = (end: DurableEventBody[]) => buildRun(
  [[0, runStart], [100, { type: 'step-start', step: 1 }], ...end.map(event => [900, event] as const)],
)
const runEnd = (rest: Partial<Extract<DurableEventBody, { type: 'run-end' }>>): DurableEventBody => ({
  type: 'run-end', reason: 'failed', usage: USAGE, cost: null, ...rest,
})

async function mountStep(run: ReturnType<typeof runOf>) {
  const row = (await mountSuspended(TraceWaterfall, { props: { run, now: STARTED_AT + 2000, selected: null } })).get('[role=option]')
  const output = await mountSuspended(TraceDetail, { props: { run, selected: 'step:1', tools: new Map() } })
  return {
    spoken: row.attributes('aria-label'),
    marks: row.findAll('[title="model, Failed"], [title="model, Stopped"], [title="model, Did not finish"]').length, output: output.text(),
  }
}

describe('a model step in the inspector', () => {
  it('that failed is marked, and its output says why [F008-A42]', async () => {
    const error = { code: 'provider-rejected', message: 'The key is not valid.', retryable: false } as const
    const { spoken, marks, output } = await mountStep(runOf([stepEnd('error'), runEnd({ error })]))

    expect(spoken).toContain('model, Failed')
    expect(marks).toBe(1)
    expect(output).toMatch(/Failed\.\s*The key is not valid\./)
  })

  it('that was stopped is marked, and its output says so [F008-A42]', async () => {
    const { spoken, marks, output } = await mountStep(runOf([stepEnd('cancelled'), runEnd({ reason: 'cancelled' })]))

    expect(spoken).toContain('model, Stopped')
    expect(marks).toBe(1)
    expect(output).toMatch(/Stopped\.\s*Stopped before the answer was complete\./)
  })

  it('that never ended says what the run ended of [F008-A42]', async () => {
    const { spoken, output } = await mountStep(runOf([runEnd({ reason: 'interrupted' })]))

    expect(spoken).toContain('model, Did not finish')
    expect(output).toContain('The server stopped during this run.')
  })

  it('that answered, or is at work, has no mark', async () => {
    for (const run of [runOf([stepEnd('stop'), runEnd({ reason: 'completed' })]), runOf([])]) {
      const { spoken, marks } = await mountStep(run)
      expect(spoken).toMatch(/, model, \d/)
      expect(marks).toBe(0)
    }
  })
})
