import { mountSuspended } from '@nuxt/test-utils/runtime'
import { describe, expect, it } from 'vitest'
import ToolCallCard from '~/components/tool/ToolCallCard.vue'
import { buildRun, PARALLEL_RUN, STARTED_AT, type TimedEvents } from '../../fixtures/ui/build-run'

const OK: TimedEvents = [...PARALLEL_RUN, [1900, {
  type: 'tool-end', step: 1, callId: 'call-1', outcome: { status: 'ok', content: [{ type: 'text', text: '12 degrees' }], durationMs: 1200 },
}]]
const FAILED: TimedEvents = [...PARALLEL_RUN, [1900, {
  type: 'tool-end', step: 1, callId: 'call-1', outcome: {
    status: 'failed', content: [{ type: 'text', text: 'The service is down.' }], durationMs: 1200,
  },
}]]

const mountCard = (timed: TimedEvents, props = {}) => mountSuspended(ToolCallCard, {
  props: { call: buildRun(timed).calls['call-1']!, isRunLive: true, now: STARTED_AT + 1700, ...props },
})

describe('ToolCallCard', () => {
  it('shows a running call in one line with its name, a hint and the time so far', async () => {
    const card = await mountCard(PARALLEL_RUN)

    expect(card.text()).toContain('Calling')
    expect(card.text()).toContain('get_weather')
    expect(card.text()).toContain('Paris')
    expect(card.text()).toContain('1.0 s')
    expect(card.get('button').attributes('aria-expanded')).toBe('false')
  })

  it('renders a tool that nobody knows, and opens to its output [F008-A5]', async () => {
    const card = await mountCard(OK, { isRunLive: false })
    await card.get('button').trigger('click')

    expect(card.text()).toContain('12 degrees')
    expect(card.emitted('select')).toHaveLength(1)
    expect(card.findAll('[role=tab]').map(tab => tab.text())).toEqual(['Input', 'Output', 'Raw'])
  })

  it('draws the focus ring of its header inside of itself, because it clips what is outside [F008-A141]', async () => {
    const card = await mountCard(OK, { isRunLive: false })

    expect(card.classes()).toContain('overflow-hidden')
    expect(card.get('button').classes()).toContain('focus-visible:-outline-offset-2')
  })

  it('keeps an error open with its reason', async () => {
    const card = await mountCard(FAILED, { isRunLive: false })

    expect(card.text()).toContain('Error calling')
    expect(card.text()).toContain('The service is down.')
  })

  it('shows rows as a table', async () => {
    const rows: TimedEvents = [...PARALLEL_RUN, [1900, {
      type: 'tool-end', step: 1, callId: 'call-1',
      outcome: {
        status: 'ok', content: [{ type: 'text', text: 'two rows' }],
        structuredContent: { columns: ['id', 'total'], rows: [[1, 20], [2, 30]] }, durationMs: 5,
      },
    }]]
    const card = await mountCard(rows, { isRunLive: false })
    await card.get('button').trigger('click')

    expect(card.findAll('th').map(cell => cell.text())).toEqual(['id', 'total'])
    expect(card.findAll('tbody tr')).toHaveLength(2)
  })

  it('says that an empty result is one', async () => {
    const empty: TimedEvents = [
      ...PARALLEL_RUN, [1900, { type: 'tool-end', step: 1, callId: 'call-1', outcome: { status: 'ok', content: [], durationMs: 5 } }],
    ]
    const card = await mountCard(empty, { isRunLive: false })
    await card.get('button').trigger('click')

    expect(card.text()).toContain('Completed without output.')
  })
})
