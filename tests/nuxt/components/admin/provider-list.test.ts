import { mountSuspended, registerEndpoint } from '@nuxt/test-utils/runtime'
import { readBody } from 'h3'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { ProviderListing } from '#shared/provider'
import AdminProviderList from '~/components/admin/AdminProviderList.vue'

const KEY = 'sk-a-very-secret-key-9fQw'
let providers: ProviderListing[] = []
const received: unknown[] = []

registerEndpoint('/api/providers', () => ({ items: providers }))
registerEndpoint('/api/models', () => ({ items: [] }))
registerEndpoint('/api/providers', {
  method: 'POST', handler: async (event) => {
    received.push(await readBody(event))
    const added: ProviderListing = { id: 'mine', kind: 'anthropic', name: 'Anthropic', keyHint: '9fQw', models: [], origin: 'admin' }
    providers = [...providers, added]
    return added
  },
})
registerEndpoint('/api/providers/mine/check', { method: 'POST', handler: () => ({ ok: false, message: 'Anthropic refused the key.', models: 0 }) })
registerEndpoint('/api/providers/demo/check', { method: 'POST', handler: () => ({ ok: true, message: 'It is always there.', models: 1 }) })

beforeEach(() => {
  providers = [{ id: 'demo', kind: 'demo', name: 'Demo', models: ['demo'], origin: 'built-in' }, { id: 'openai', kind: 'openai', name: 'OpenAI', keyHint: 'x7Ab', models: [], origin: 'environment' }]
  received.splice(0)
  clearNuxtData()
})

async function mountList() {
  const list = await mountSuspended(AdminProviderList)
  await vi.waitFor(() => expect(list.findAll('li[id^="provider-"]')).toHaveLength(2))
  return list
}

describe('the providers of the administration', () => {
  it('show where they come from, and only the end of a key [F009-A11]', async () => {
    const list = await mountList()
    expect(list.text()).toContain('•••• x7Ab')
    expect(list.text()).toContain('Set by environment variables')
    expect(list.find('[aria-label="Remove OpenAI"]').exists()).toBe(false)
  })

  it('are asked at a click, and the answer stands in place', async () => {
    const list = await mountList()
    await list.find('[aria-label="Check Demo"]').trigger('click')
    await vi.waitFor(() => expect(list.find('#provider-demo').text()).toContain('Works. It is always there.'))
  })

  it('are added with a key that never comes back, and asked at once [F009-A12]', async () => {
    const list = await mountList()
    await list.findAll('button').find(button => button.text() === 'Add a provider')?.trigger('click')
    await list.find('input[type="password"]').setValue(KEY)
    await list.find('form').trigger('submit')
    await vi.waitFor(() => expect(list.find('#provider-mine').text()).toContain('Does not work. Anthropic refused the key.'))
    expect(received).toEqual([{ kind: 'anthropic', name: 'Anthropic', apiKey: KEY }])
    expect(list.html()).not.toContain(KEY)
  })

  it('are not sent without the key that the vendor needs', async () => {
    const list = await mountList()
    await list.findAll('button').find(button => button.text() === 'Add a provider')?.trigger('click')
    await list.find('form').trigger('submit')
    await vi.waitFor(() => expect(list.text()).toContain('does not answer without a key'))
    expect(received).toEqual([])
  })
})
