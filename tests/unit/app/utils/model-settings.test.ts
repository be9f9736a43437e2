import { describe, expect, it } from 'vitest'
import type { SettingSupport } from '#shared/model-capabilities'
import { reasoningEffortSchema } from '#shared/model-settings'
import { formatCost } from '~/utils/format-number'
import { REASONING_EFFORTS, settingNotes, toolChoiceNote, withoutDefaults } from '~/utils/wording/setting-notes'
import { totalOfRuns } from '~/utils/run-totals'
import { buildRun, PARALLEL_RUN, USAGE } from '../../../fixtures/ui/build-run'

const able: SettingSupport = {
  temperature: 'always', maxTemperature: 2, efforts: ['none', 'low', 'high'], thinking: 'effort',
  toolChoices: ['auto', 'required', 'none', 'named'],
  forcedWithEffort: true, parallelSwitch: true, toolsWithEffort: true,
}

describe('the notes beside model settings', () => {
  it('say nothing where the model takes everything, or is not known [F014-A11]', () => {
    expect(settingNotes({ support: able, settings: {}, toolCount: 3 })).toEqual({})
    expect(settingNotes({ settings: { temperature: 1 }, toolCount: 3 })).toEqual({})
  })

  it('give the reason for each setting that has no effect [F014-A11]', () => {
    const support: SettingSupport = { ...able, temperature: 'effort-none', efforts: [], parallelSwitch: false }
    expect(Object.keys(settingNotes({ support, settings: {}, toolCount: 1 })).sort()).toEqual([
      'parallelToolCalls', 'reasoningEffort', 'temperature',
    ])
    expect(settingNotes({
      support: { ...support, efforts: ['none'] }, settings: { reasoningEffort: 'none' }, toolCount: 1,
    })).not.toHaveProperty('temperature')
    expect(settingNotes({
      support: { ...able, toolsWithEffort: false }, settings: {}, toolCount: 1,
    }).reasoningEffort).toMatch(/with tools/)
    expect(Object.keys(settingNotes({ support: able, settings: {}, toolCount: 0 })).sort()).toEqual(['parallelToolCalls', 'toolChoice'])
  })

  it('say what becomes of a choice of tools', () => {
    expect(toolChoiceNote('required', { ...able, toolChoices: ['auto', 'none'] }, undefined)).toMatch(/Not supported by this model/)
    expect(toolChoiceNote({ tool: 'a' }, { ...able, forcedWithEffort: false }, 'low')).toMatch(/with reasoning/)
    expect(toolChoiceNote({ tool: 'a' }, able, 'low')).toMatch(/first call/)
    expect(toolChoiceNote('auto', able, undefined)).toBeUndefined()
  })

  it('know the efforts in the order of the schema', () => {
    expect(REASONING_EFFORTS).toEqual(reasoningEffortSchema.options)
  })

  it('take what is at its default for not set', () => {
    expect(withoutDefaults({
      toolChoice: 'auto', parallelToolCalls: true, temperature: undefined, maxOutputTokens: 5,
    })).toEqual({ maxOutputTokens: 5 })
  })
})

describe('costs on the screen', () => {
  it.each([
    [null, 'cost unknown'], [0, '$0'], [0.00002, 'under $0.0001'], [0.0123, '$0.0123'], [0.9, '$0.9000'], [4.2, '$4.20'],
    [1234.5, '$1,234.50'],
  ])('are shown as %j → %s [F015-A8]', (cost, shown) => {
    expect(formatCost(cost)).toBe(shown)
  })

  it('add up over a conversation, its running run included [F015-A6]', () => {
    const ended = buildRun([...PARALLEL_RUN, [900, { type: 'run-end', reason: 'completed', usage: USAGE, cost: 0.25 }]])
    const running = buildRun(PARALLEL_RUN)
    expect(totalOfRuns([ended])).toEqual({ tokens: 1280, isPartial: false, cost: 0.25 })
    expect(totalOfRuns([ended, running])).toEqual({ tokens: 2560, isPartial: false, cost: null })
    expect(totalOfRuns([])).toEqual({ tokens: 0, isPartial: false, cost: 0 })
  })

  it('are not known over a conversation with an answer that broke off [F015-A9]', () => {
    const usage = { ...USAGE, partial: true } as const
    const ended = buildRun([...PARALLEL_RUN, [900, { type: 'run-end', reason: 'completed', usage: USAGE, cost: 0.25 }]])
    const stopped = buildRun([[0, { type: 'run-end', reason: 'cancelled', usage, cost: null }]])
    expect(totalOfRuns([ended, stopped])).toEqual({ tokens: 2560, isPartial: true, cost: null })
  })
})
