import { mountSuspended } from '@nuxt/test-utils/runtime'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { nextTick } from 'vue'
import type { ModelListing } from '#shared/provider'
import { TOLERANT } from '#server/providers/kit/request/capability-table'
import ModelPicker from '~/components/model/ModelPicker.vue'
import { groupModels } from '~/utils/group-models'

const createModel = (id: string): ModelListing => ({
  id, provider: 'work', name: id, capabilities: {
    tools: true, images: false, reasoning: false,
  }, settings: TOLERANT, prices: null, available: true,
})
const groups = groupModels([createModel('work/x-mini'), createModel('work/x')], [{ id: 'work', name: 'Work' }])

const mounted: (() => void)[] = []
afterEach(() => mounted.splice(0).forEach(unmount => unmount()))

async function mountPicker() {
  const picker = await mountSuspended(ModelPicker, { props: { groups, model: 'work/x' }, attachTo: document.body })
  mounted.push(() => picker.unmount())
  return picker
}

const focusedLabel = () => document.activeElement?.getAttribute('aria-label')
/** Types into whatever has focus, as a person does. */
function type(text: string) {
  const field = document.activeElement
  if (!(field instanceof HTMLInputElement)) throw new Error(`Focus is on ${field?.outerHTML.slice(0, 80)}`)
  field.value = text
  field.dispatchEvent(new Event('input'))
}
const press = (key: string) => document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))

describe('the model picker', () => {
  it('focuses its search field at each opening, before the list has loaded [F008-A62]', async () => {
    const picker = await mountPicker()
    for (const opening of ['first', 'second']) {
      await picker.get('[data-opener]').trigger('click')
      await nextTick()
      expect(focusedLabel(), opening).toBe('Search models or enter a model ID')
      await vi.waitFor(() => expect(picker.findAll('[data-option]')).toHaveLength(2))
      expect(focusedLabel(), opening).toBe('Search models or enter a model ID')
      press('Escape')
      await nextTick()
    }
  })

  it('picks what is typed at once, without waiting for the list [F008-A62]', async () => {
    const picker = await mountPicker()
    await picker.get('[data-opener]').trigger('click')
    await nextTick()
    type('work/unlisted')
    press('Enter')
    expect(picker.emitted('pick')).toEqual([['work/unlisted']])
  })

  it('prefers the model whose id is typed in full to one that only contains it [F008-A62]', async () => {
    const picker = await mountPicker()
    await picker.get('[data-opener]').trigger('click')
    await nextTick()
    type('work/x')
    press('Enter')
    expect(picker.emitted('pick')).toEqual([['work/x']])
  })

  it('starts each opening with an empty search [F008-A62]', async () => {
    const picker = await mountPicker()
    await picker.get('[data-opener]').trigger('click')
    await nextTick()
    type('nothing like it')
    press('Escape')
    await nextTick()
    await picker.get('[data-opener]').trigger('click')
    await nextTick()
    expect(picker.get('input').element.value).toBe('')
  })

  it('goes on searching when a character is typed on an option, and leaves Space to the option [F008-A124]', async () => {
    const picker = await mountPicker()
    await picker.get('[data-opener]').trigger('click')
    await vi.waitFor(() => expect(picker.findAll('[data-option]')).toHaveLength(2))
    press('ArrowDown')
    press(' ')
    expect(document.activeElement?.hasAttribute('data-option')).toBe(true)
    press('m')
    expect(focusedLabel()).toBe('Search models or enter a model ID')
  })
})
