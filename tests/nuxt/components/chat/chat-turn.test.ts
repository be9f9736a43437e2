import { mountSuspended } from '@nuxt/test-utils/runtime'
import { describe, expect, it, vi } from 'vitest'
import ChatTurn from '~/components/chat/ChatTurn.vue'
import { buildRun, runStart, USAGE } from '../../../fixtures/ui/build-run'

const interrupted = [
  [0, runStart],
  [100, { type: 'step-start', step: 1 }],
  [900, { type: 'text-end', step: 1, text: 'Once up' }],
  [900, { type: 'run-end', reason: 'interrupted', usage: USAGE, cost: 0 }],
] as const
const resumed = [
  ...interrupted,
  [5000, { type: 'run-resume' }],
  [5000, { type: 'step-start', step: 2 }],
  [6000, { type: 'text-end', step: 2, text: 'Once upon a time' }],
] as const
const mountTurn = (run: ReturnType<typeof buildRun>) => mountSuspended(
  ChatTurn, { props: { run, modelName: 'Demo', tools: new Map(), now: 0, selected: null } },
)

describe('a turn', () => {
  it('shows what an interrupted answer said, and folds it once the model was asked again [F001-A22]', async () => {
    const before = await mountTurn(buildRun(interrupted))
    expect(before.text()).toContain('Once up')
    expect(before.text()).not.toContain('Interrupted answer')
    const after = await mountTurn(buildRun(resumed))
    expect(after.text()).toContain('Once upon a time')
    expect(after.text().match(/Once up/g)).toHaveLength(1)
    const fold = after.findAll('button').find(button => button.text() === 'Interrupted answer')!
    await fold.trigger('click')
    expect(after.text().match(/Once up/g)).toHaveLength(2)
  })

  it('shows the table in which it was cut off [F008-A152]', async () => {
    const [start, step, , end] = interrupted
    const text = '| City | Sky |\n| --'
    const turn = await mountTurn(buildRun([start, step, [900, { type: 'text-end', step: 1, text }], end]))
    await vi.waitFor(() => expect(turn.findAll('th').map(cell => cell.text())).toEqual(['City', 'Sky']))
  })
})
