import { mountSuspended } from '@nuxt/test-utils/runtime'
import { describe, expect, it } from 'vitest'
import type { ToolOutcome as Outcome } from '#shared/tool-outcome'
import ToolOutcome from '~/components/tool/ToolOutcome.vue'

const rows = Array.from({ length: 60 }, (_, index) => [index])
const mountOutcome = (fields: Partial<Outcome>) => {
  const outcome = { content: [], durationMs: 5, ...fields } as Outcome // each test names the fields of its status
  return mountSuspended(ToolOutcome, { props: { outcome } })
}

describe('the outcome of a call', () => {
  it('shows what stands beside the rows of a table, and that the tool cut it [F008-A40]', async () => {
    const shown = await mountOutcome({
      status: 'ok',
      content: [{ type: 'text', text: 'The first 60 rows; there are more.' }],
      structuredContent: { columns: ['id'], rows, rowCount: 60, truncated: true, by: { engine: 'sqlite' } },
    })

    expect(shown.get('[role=note]').text()).toContain('Only 60 rows returned')
    expect(shown.get('dl').text()).toMatch(/rowCount\s*60\s*truncated\s*true\s*by\s*\{\s*"engine": "sqlite"/)
    expect(shown.findAll('button').map(button => button.text())).toContain('Show 60 rows')
    expect(shown.get('details').text()).toContain('The first 60 rows; there are more.')
    expect(shown.get('details').attributes('open')).toBeUndefined()
  })

  it('says nothing of a cut when these are all rows', async () => {
    const shown = await mountOutcome({ status: 'ok', structuredContent: { columns: ['id'], rows, truncated: false } })

    expect(shown.find('[role=note]').exists()).toBe(false)
    expect(shown.findAll('button').map(button => button.text())).toContain('Show all 60 rows')
  })

  it('says once what is wrong with refused arguments, and folds what the model reads [F008-A43]', async () => {
    const shown = await mountOutcome({
      status: 'invalid-input',
      content: [{ type: 'text', text: 'The arguments of calculate are not valid, so it was not run.' }],
      issues: [{ path: '/expression', expected: 'type string', got: '4' }],
    })

    expect(shown.findAll('li').map(item => item.text())).toEqual(['/expression: expected type string, got 4'])
    expect(shown.get('details').attributes('open')).toBeUndefined()
    expect(shown.get('details').text()).toContain('so it was not run')
    expect(shown.findAll('pre')).toHaveLength(1)
  })
})
