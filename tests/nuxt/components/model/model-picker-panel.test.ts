import { mountSuspended } from '@nuxt/test-utils/runtime'
import { describe, expect, it } from 'vitest'
import type { ModelListing, ModelProvider } from '#shared/provider'
import { TOLERANT } from '#server/providers/kit/request/capability-table'
import ModelPickerPanel from '~/components/model/ModelPickerPanel.vue'
import { groupModels } from '~/utils/group-models'

const createModel = (id: string, available: boolean): ModelListing => ({
  id, provider: id.split('/')[0] ?? '', name: id, capabilities: {
    tools: true, images: false, reasoning: false,
  }, settings: TOLERANT, prices: null, available,
})
const PROVIDERS: readonly ModelProvider[] = [
  { id: 'mock-desk', name: 'Mock desk' },
  { id: 'typed', name: 'Typed box', reason: 'Typed box could not be reached.' },
  { id: 'work', name: 'Work', reason: '"Work" has no API key.' },
  { id: 'dead-box', name: 'Dead box', reason: 'Dead box could not be reached.' },
  { id: 'bare', name: 'Bare' },
]
const MODELS = [createModel('mock-desk/a', true), createModel('typed/b', true), createModel('work/c', false)]

function mountPanel() {
  return mountSuspended(ModelPickerPanel, { props: { groups: groupModels(MODELS, PROVIDERS), model: null, search: '' } })
}

describe('the panel of the model picker', () => {
  it('stands providers by the names their admin gave them, each with the reason why it gave no answer [F013-A11]', async () => {
    const panel = await mountPanel()
    const notes = panel.findAll('section').map(
      group => [group.attributes('aria-label'), group.find('p').exists() ? group.find('p').text() : undefined],
    )
    expect(notes).toEqual([
      ['Mock desk', undefined],
      ['Typed box', 'Last check: Typed box could not be reached.'],
      ['Work', '"Work" has no API key.'],
      ['Dead box', 'Dead box could not be reached.'],
      ['Bare', 'No models listed. Enter one as bare/model.'],
    ])
    const option = panel.find('[aria-label="Work"] [data-option]')
    expect(option.attributes('aria-disabled')).toBe('true')
    expect(panel.find(`[id="${option.attributes('aria-describedby')}"]`).text()).toBe('"Work" has no API key.')
  })

  it('lets a typed model of a provider that was away be chosen, and none that is not available [F013-A11]', async () => {
    const panel = await mountPanel()
    await panel.find('[aria-label="Work"] [data-option]').trigger('click')
    await panel.find('[aria-label="Typed box"] [data-option]').trigger('click')
    expect(panel.emitted('pick')).toEqual([['typed/b']])
  })

  it('finds models by the name of their provider, and providers without models', async () => {
    const panel = await mountPanel()
    await panel.setProps({ search: 'desk' })
    expect(panel.findAll('section').map(group => group.attributes('aria-label'))).toEqual(['Mock desk'])
    await panel.setProps({ search: 'dead' })
    expect(panel.findAll('section').map(group => group.attributes('aria-label'))).toEqual(['Dead box'])
  })
})
