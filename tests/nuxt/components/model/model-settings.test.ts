import { mountSuspended } from '@nuxt/test-utils/runtime'
import { expect, it, vi } from 'vitest'
import ModelSettings from '~/components/model/ModelSettings.vue'

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
