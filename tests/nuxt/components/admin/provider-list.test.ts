import { mountSuspended, registerEndpoint } from '@nuxt/test-utils/runtime'
import { getQuery, readBody } from 'h3'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { ModelListing, ModelOverrideInput, ProviderListing } from '#shared/provider'
import AdminProviderList from '~/components/admin/AdminProviderList.vue'

const KEY = 'sk-a-very-secret-key-9fQw'
let providers: ProviderListing[] = []
let models: ModelListing[] = []
let overrides: ModelOverrideInput[] = []
const DEMO_MODEL: ModelListing = {
  id: 'demo/patchbay-demo', provider: 'demo', name: 'Patchbay demo', contextWindow: 8000, available: true,
  capabilities: { tools: true, images: false, reasoning: false }, prices: { input: 0, output: 0 },
  settings: { temperature: 'never', maxTemperature: 2, efforts: [], thinking: 'none', toolChoices: ['auto', 'none'], forcedWithEffort: true, parallelSwitch: false, toolsWithEffort: true },
}
const received: unknown[] = []

registerEndpoint('/api/providers', () => ({ items: providers }))
registerEndpoint('/api/models', () => ({ items: models }))
registerEndpoint('/api/provider-profiles', () => ({ items: [{ kind: 'openai-compatible', id: 'ollama', label: 'Ollama' }] }))
registerEndpoint('/api/model-overrides', { method: 'GET', handler: () => ({ items: overrides, nextCursor: null, pricesAsOf: '2026-11-21' }) })
registerEndpoint('/api/model-overrides', { method: 'PUT', handler: async (event) => {
  const input = await readBody<ModelOverrideInput>(event)
  received.push(input)
  overrides = [input]
  return input
} })
registerEndpoint('/api/model-overrides', { method: 'DELETE', handler: (event) => {
  received.push(getQuery(event))
  overrides = []
  return {}
} })
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
  models = []
  overrides = []
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

  it('list their models, whose prices can be set and set back [F014-A14]', async () => {
    models = [DEMO_MODEL]
    const list = await mountList()
    await list.find('[aria-label="Models of Demo"]').trigger('click')
    await vi.waitFor(() => expect(list.text()).toContain('8k context'))
    expect(list.text()).toContain('free')
    expect(list.text()).toContain('of 2026-11-21')
    expect(list.text()).toContain('no temperature')
    await list.find('[aria-label="Change Patchbay demo"]').trigger('click')
    await list.find('input[name="input"]').setValue('3')
    const form = list.find('form[aria-label="Change Patchbay demo"]')
    await form.trigger('submit')
    // A price is one for both ways.
    await vi.waitFor(() => expect(form.text()).toContain('This is needed.'))
    await list.find('input[name="output"]').setValue('9.5')
    await form.trigger('submit')
    await vi.waitFor(() => expect(list.text()).toContain('changed here'))
    expect(received).toEqual([{ model: 'demo/patchbay-demo', prices: { input: 3, output: 9.5 } }])
    await list.find('[aria-label="Change Patchbay demo"]').trigger('click')
    await list.findAll('button').find(button => button.text() === 'Set back to shipped')?.trigger('click')
    await vi.waitFor(() => expect(list.text()).not.toContain('changed here'))
    expect(received.at(-1)).toEqual({ model: 'demo/patchbay-demo' })
  })

  it('let the kind of server be chosen from what the server lists [F014-A15]', async () => {
    const list = await mountList()
    await list.findAll('button').find(button => button.text() === 'Add a provider')?.trigger('click')
    expect(list.text()).not.toContain('Kind of server')
    await list.find('input[value="openai-compatible"], button[value="openai-compatible"]').trigger('click')
    await vi.waitFor(() => expect(list.text()).toContain('Kind of server'))
    expect(list.text()).toContain('Told from the address')
  })
})
