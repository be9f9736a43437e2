import { describe, expect, it } from 'vitest'
import type { SettingSupport } from '#shared/model-capabilities'
import type { ModelSettings, ReasoningEffort } from '#shared/model-settings'
import type { ToolDefinition } from '#shared/tool'
import { TOLERANT, withOverride } from '#server/providers/kit/request/capability-table'
import { fitSettings } from '#server/providers/kit/request/fit-settings'

const add: ToolDefinition = { name: 'add', description: '', inputSchema: { type: 'object' }, annotations: {} }

function fit(settings: ModelSettings, support: Partial<SettingSupport> = {}, tools: readonly ToolDefinition[] = [add]) {
  return fitSettings({ model: 'some-model', tools, ...settings }, { ...TOLERANT, ...support })
}
const keywordsOf = ({ warnings }: ReturnType<typeof fit>) => warnings.map(({ keyword, action }) => `${keyword} ${action}`)

describe('fitSettings', () => {
  it('lets a model that is not known have everything, and says nothing [F014-A2]', () => {
    const settings: ModelSettings = {
      toolChoice: 'required', parallelToolCalls: false, maxOutputTokens: 900, temperature: 1.7, reasoningEffort: 'max',
    }
    expect(fit(settings)).toEqual({ settings, warnings: [] })
  })

  it('sends neither a choice nor a switch without tools [F014-A3]', () => {
    expect(fit({ toolChoice: 'required', parallelToolCalls: false }, {}, [])).toEqual({ settings: {}, warnings: [] })
  })

  it.each<[ReasoningEffort, readonly ReasoningEffort[], ReasoningEffort]>([
    ['minimal', ['none', 'low', 'high'], 'low'],
    ['medium', ['none', 'low', 'high'], 'low'],
    ['max', ['none', 'low', 'high'], 'high'],
    ['none', ['low', 'high'], 'low'],
    ['low', ['high'], 'high'],
  ])('takes for the effort %s among %j the nearest, %s, and says so [F014-A4]', (reasoningEffort, efforts, expected) => {
    const fitted = fit({ reasoningEffort }, { efforts: [...efforts] })
    expect(fitted.settings.reasoningEffort).toBe(expected)
    expect(fitted.warnings).toMatchObject([
      { path: '/settings/reasoningEffort', keyword: 'reasoningEffort', action: 'rewritten', reason: expect.stringContaining('some-model') },
    ])
  })

  it('drops an effort that a model has no setting for [F014-A4]', () => {
    expect(keywordsOf(fit({ reasoningEffort: 'high' }, { efforts: [] }))).toEqual(['reasoningEffort removed'])
  })

  it('switches reasoning off, aloud, where tools and reasoning do not go together [F014-A5]', () => {
    const support = { toolsWithEffort: false, efforts: ['none', 'low'] as ReasoningEffort[] }
    expect(fit({}, support)).toMatchObject({
      settings: { reasoningEffort: 'none' }, warnings: [{ reason: expect.stringContaining('Responses') }],
    })
    expect(fit({ reasoningEffort: 'low' }, support).settings.reasoningEffort).toBe('none')
    expect(fit({ reasoningEffort: 'none' }, support).warnings).toEqual([])
    expect(fit({ reasoningEffort: 'low' }, support, []).settings.reasoningEffort).toBe('low')
    expect(keywordsOf(fit({}, { ...support, efforts: ['low'] }))).toEqual(['reasoningEffort removed'])
  })

  it.each<[SettingSupport['temperature'], ReasoningEffort | undefined, boolean]>([
    ['always', 'high', true],
    ['without-effort', undefined, true],
    ['without-effort', 'none', true],
    ['without-effort', 'high', false],
    ['effort-none', undefined, false],
    ['effort-none', 'none', true],
    ['effort-none', 'low', false],
    ['never', 'none', false],
  ])('with the rule %s and the effort %s keeps a temperature: %s [F014-A6]', (temperature, reasoningEffort, kept) => {
    const fitted = fit({ temperature: 0.3, reasoningEffort }, { temperature })
    expect(fitted.settings.temperature).toBe(kept ? 0.3 : undefined)
    expect(keywordsOf(fitted)).toEqual(kept ? [] : ['temperature removed'])
  })

  it('drops the usual temperature without a word, and lowers one that is too high [F014-A6]', () => {
    expect(fit({ temperature: 1 }, { temperature: 'never' })).toMatchObject({ warnings: [] })
    expect(fit({ temperature: 1.5 }, { maxTemperature: 1 })).toMatchObject({
      settings: { temperature: 1 }, warnings: [{ keyword: 'temperature', action: 'rewritten' }],
    })
  })

  it('lowers a token limit to what the model can write', () => {
    expect(fit({ maxOutputTokens: 9000 }, { maxOutputTokens: 8000 })).toMatchObject({
      settings: { maxOutputTokens: 8000 }, warnings: [{ keyword: 'maxOutputTokens' }],
    })
    expect(fit({ maxOutputTokens: 7000 }, { maxOutputTokens: 8000 })).toMatchObject({ settings: { maxOutputTokens: 7000 }, warnings: [] })
  })

  it.each<[string, Partial<SettingSupport>, ModelSettings]>([
    ['the model refuses it', { toolChoices: ['auto', 'none'] }, { toolChoice: 'required' }],
    ['the model reasons', { forcedWithEffort: false }, { toolChoice: 'required', reasoningEffort: 'low' }],
    ['the tool is not offered', {}, { toolChoice: { tool: 'subtract' } }],
    ['the server obeys no prohibition', { toolChoices: ['auto'] }, { toolChoice: 'none' }],
  ])('lets the model decide when %s, and says so [F014-A7]', (_when, support, settings) => {
    const fitted = fit(settings, support)
    expect(fitted.settings.toolChoice).toBe('auto')
    expect(keywordsOf(fitted)).toEqual(['toolChoice rewritten'])
  })

  it('says that a model cannot be kept to one call at a time [F014-A8]', () => {
    expect(keywordsOf(fit({ parallelToolCalls: false }, { parallelSwitch: false }))).toEqual(['parallelToolCalls removed'])
    expect(fit({ parallelToolCalls: true }, { parallelSwitch: false }).warnings).toEqual([])
  })
})

describe('withOverride', () => {
  const find = (model: string): SettingSupport => ({ ...TOLERANT, efforts: model === 'known' ? ['low'] : [] })

  it('puts what an admin said before the family, and takes the rules of the model it is said to be like [F014-A9]', () => {
    expect(withOverride(find, 'deployment', undefined).efforts).toEqual([])
    expect(withOverride(find, 'deployment', { sameAs: 'known', temperature: 'never', tools: true })).toEqual({
      ...TOLERANT, efforts: ['low'], temperature: 'never',
    })
  })
})
