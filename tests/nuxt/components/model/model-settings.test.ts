import { mountSuspended } from '@nuxt/test-utils/runtime'
import { expect, it, vi } from 'vitest'
import ModelSettings from '~/components/model/ModelSettings.vue'
import ModelSettingsPanel from '~/components/model/ModelSettingsPanel.vue'

it('the settings of a chat take a system prompt and show that one is set [F014-A30]', async () => {
  const settings = await mountSuspended(ModelSettings, { props: { settings: {}, system: '', toolNames: new Set<string>() } })
  const opener = settings.get('[data-opener]')
  expect([opener.attributes('aria-label'), opener.text()]).toEqual(['Model settings', ''])

  await opener.trigger('click')
  await vi.waitFor(() => expect(settings.find('textarea').exists()).toBe(true))
  await settings.get('textarea').setValue('Be brief.')
  expect(settings.emitted('system')).toEqual([['Be brief.']])
  await settings.setProps({ system: 'Be brief.', settings: { temperature: 1 } })
  expect([opener.attributes('aria-label'), opener.text()]).toEqual(['Model settings: 1 changed, system prompt set', 'System prompt'])
})

it.each([
  {
    label: 'Max output tokens', typed: ['-5', '0', '2.5', '1000001'], range: 'a whole number from 1 to 1000000', good: '300',
    change: { maxOutputTokens: 300 },
  },
  { label: 'Temperature', typed: ['-0.1', '2.1'], range: 'a number from 0 to 2', good: '0.3', change: { temperature: 0.3 } },
])('a number out of range shows the range and is not used: $label [F014-A31]', async ({ label, typed, range, good, change }) => {
  const panel = await mountSuspended(ModelSettingsPanel, { props: { settings: {}, toolNames: new Set<string>() } })
  const id = panel.findAll('label').find(item => item.text() === label)?.attributes('for')
  const field = panel.get<HTMLInputElement>(`[id="${id}"]`)
  const setBack = panel.findAll('button').find(button => button.text() === 'Reset to default')
  for (const text of typed) {
    await field.setValue(text)
    expect(field.element.value).toBe(text)
    expect(field.attributes('aria-invalid')).toBe('true')
    expect(panel.get(`[id="${field.attributes('aria-describedby')}"]`).text()).toContain(range)
    expect(panel.emitted('change')).toBeUndefined()
    expect(setBack?.attributes('disabled')).toBeUndefined()
  }

  await setBack?.trigger('click')
  expect(field.element.value).toBe('')
  expect(panel.find('[role="alert"]').exists()).toBe(false)
  expect(setBack?.attributes('disabled')).toBeDefined()

  await field.setValue(good)
  expect(panel.emitted('change')).toEqual([[{}], [change]])
})
