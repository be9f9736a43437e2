import { mountSuspended, registerEndpoint } from '@nuxt/test-utils/runtime'
import { createError, getQuery, readBody } from 'h3'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { ModelListing, ModelOverrideInput, ModelProvider, ProviderKindListing, ProviderListing } from '#shared/provider'
import AdminProviderList from '~/components/admin/AdminProviderList.vue'

const KEY = 'sk-a-very-secret-key-9fQw'
let providers: ProviderListing[] = []
let models: ModelListing[] = []
let catalogued: ModelProvider[] = []
let overrides: ModelOverrideInput[] = []
let kindsAnswer = () => ({ items: KINDS })
const DEMO_MODEL: ModelListing = {
  id: 'demo/patchbay-demo', provider: 'demo', name: 'Patchbay demo', contextWindow: 8000, available: true,
  capabilities: { tools: true, images: false, reasoning: false }, prices: { input: 0, output: 0 },
  settings: {
    temperature: 'never', maxTemperature: 2, efforts: [], thinking: 'none', toolChoices: ['auto', 'none'], forcedWithEffort: true,
    parallelSwitch: false, toolsWithEffort: true,
  },
}
/** As the server lists them; the screen knows nothing about them that does not stand here. */
const KINDS: readonly ProviderKindListing[] = [
  {
    kind: 'acme', label: 'Acme', description: 'Acme models', officialBaseUrl: 'https://api.acme.test', needsKey: true,
    variables: ['ACME_KEY', 'ACME_URL'], profiles: [],
  },
  {
    kind: 'own', label: 'Own server', description: 'Anything', ownServer: {
      exampleUrl: 'http://127.0.0.1:9/v1', addressHelp: 'Say where yours is.',
    },
    needsKey: false, variables: ['OWN_URL', 'OWN_KEY'], profiles: [{ id: 'ollama', label: 'Ollama' }],
  },
]
const received: unknown[] = []

registerEndpoint('/api/providers', () => ({ items: providers }))
registerEndpoint('/api/models', () => ({ items: models, providers: catalogued }))
registerEndpoint('/api/provider-kinds', () => kindsAnswer())
registerEndpoint(
  '/api/model-overrides', { method: 'GET', handler: () => ({ items: overrides, nextCursor: null, pricesAsOf: '2026-11-21' }) },
)
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
    const added: ProviderListing = {
      id: 'mine', kind: 'acme', kindLabel: 'Acme', name: 'Acme', address: 'https://api.acme.test', keyHint: '9fQw', key: 'stored',
      models: [], origin: 'admin',
    }
    providers = [...providers, added]
    return added
  },
})
registerEndpoint(
  '/api/providers/mine/check', { method: 'POST', handler: () => ({ ok: false, message: 'Acme rejected the key.', models: 0 }) },
)
registerEndpoint('/api/providers/demo/check', { method: 'POST', handler: () => ({ ok: true, message: 'It is always there.', models: 1 }) })

beforeEach(() => {
  providers = [
    { id: 'demo', kind: 'demo', kindLabel: 'Demo model', name: 'Demo', key: 'not-required', models: ['demo'], origin: 'built-in' },
    {
      id: 'openai', kind: 'openai', kindLabel: 'OpenAI', name: 'OpenAI', address: 'https://api.openai.test', keyHint: 'x7Ab',
      key: 'environment', models: [], origin: 'environment',
    },
  ]
  models = []
  catalogued = []
  overrides = []
  kindsAnswer = () => ({ items: KINDS })
  received.splice(0)
  clearNuxtData()
})

async function mountList() {
  const list = await mountSuspended(AdminProviderList)
  await vi.waitFor(() => expect(list.findAll('li[id^="provider-"]')).toHaveLength(2))
  return list
}

async function openForm(list: Awaited<ReturnType<typeof mountList>>) {
  await list.findAll('button').find(button => button.text() === 'Add a provider')?.trigger('click')
  await vi.waitFor(() => expect(list.find('form').exists()).toBe(true))
}

describe('the providers of the administration', () => {
  it('show on every visit which one gave no answer, and why [F013-A11]', async () => {
    catalogued = [{ id: 'demo', name: 'Demo' }, { id: 'openai', name: 'OpenAI', reason: 'OpenAI could not be reached.' }]
    const list = await mountList()
    await vi.waitFor(() => expect(list.find('#provider-openai').text()).toContain('Not working. OpenAI could not be reached.'))
    expect(list.find('#provider-demo').text()).not.toContain('Does not work')
  })

  it('take focus into the form that adds one, and back to its button when it is given up [F009-A45]', async () => {
    const list = await mountSuspended(AdminProviderList, { attachTo: document.body })
    const addButton = () => list.findAll('button').find(button => button.text() === 'Add a provider')!
    await vi.waitFor(() => expect(addButton()).toBeDefined())
    await openForm(list)
    expect(document.activeElement?.getAttribute('role')).toBe('radio')

    await list.findAll('button').find(button => button.text() === 'Cancel')!.trigger('click')
    await vi.waitFor(() => expect(document.activeElement).toBe(addButton().element))
    list.unmount()
  })

  it('show where they come from, and only the end of a key [F009-A11]', async () => {
    const list = await mountList()
    expect(list.text()).toContain('•••• x7Ab')
    expect(list.text()).toContain('Set by environment variables')
    expect(list.find('[aria-label="Remove OpenAI"]').exists()).toBe(false)
  })

  it('are asked at a click, and the answer stands in place', async () => {
    const list = await mountList()
    await list.find('[aria-label="Check Demo"]').trigger('click')
    await vi.waitFor(() => expect(list.find('#provider-demo').text()).toContain('Connected. It is always there.'))
  })

  it('are added with a key that never comes back, and asked at once [F009-A12]', async () => {
    const list = await mountList()
    await openForm(list)
    await list.find('input[type="password"]').setValue(KEY)
    await list.find('form').trigger('submit')
    await vi.waitFor(() => expect(list.find('#provider-mine').text()).toContain('Not working. Acme rejected the key.'))
    expect(received).toEqual([{ kind: 'acme', name: 'Acme', apiKey: KEY }])
    expect(list.html()).not.toContain(KEY)
  })

  it('are not sent without the key that the vendor needs', async () => {
    const list = await mountList()
    await openForm(list)
    await list.find('form').trigger('submit')
    await vi.waitFor(() => expect(list.text()).toContain('Required'))
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
    await list.find('[aria-label="Edit Patchbay demo"]').trigger('click')
    await list.find('input[name="input"]').setValue('3')
    const form = list.find('form[aria-label="Edit Patchbay demo"]')
    await form.trigger('submit')
    // A price is one for both ways.
    await vi.waitFor(() => expect(form.text()).toContain('Required'))
    await list.find('input[name="output"]').setValue('9.5')
    await form.trigger('submit')
    await vi.waitFor(() => expect(list.text()).toContain('modified'))
    expect(received).toEqual([{ model: 'demo/patchbay-demo', prices: { input: 3, output: 9.5 } }])
    await list.find('[aria-label="Edit Patchbay demo"]').trigger('click')
    await list.findAll('button').find(button => button.text() === 'Reset to default')?.trigger('click')
    await vi.waitFor(() => expect(list.text()).not.toContain('modified'))
    expect(received.at(-1)).toEqual({ model: 'demo/patchbay-demo' })
  })

  it('let the kind of server be chosen from what the server lists [F014-A15]', async () => {
    const list = await mountList()
    await openForm(list)
    expect(list.text()).not.toContain('Server type')
    await list.find('input[value="own"], button[value="own"]').trigger('click')
    await vi.waitFor(() => expect(list.text()).toContain('Server type'))
    expect(list.text()).toContain('Auto-detect')
  })
  it('ask for each kind what the server says it needs, in the server\'s words [F009-A15]', async () => {
    const list = await mountList()
    await openForm(list)
    expect(list.findAll('[role="radio"]').map(radio => radio.attributes('value'))).toEqual(['acme', 'own'])
    expect(list.text()).toContain('Acme models')
    expect(
      [list.find<HTMLInputElement>('input[name="name"]').element.value, list.find('input[name="baseUrl"]').attributes('placeholder')],
    ).toEqual(['Acme', 'https://api.acme.test'])
    expect(list.text()).toContain('Only for a proxy or a gateway.')
    await list.find('input[value="own"], button[value="own"]').trigger('click')
    await vi.waitFor(() => expect(list.text()).toContain('Say where yours is.'))
    expect(
      [list.find<HTMLInputElement>('input[name="name"]').element.value, list.find('input[name="baseUrl"]').attributes('placeholder')],
    ).toEqual(['Own server', 'http://127.0.0.1:9/v1'])
    await list.find('form').trigger('submit')
    await vi.waitFor(() => expect(list.text().match(/Required/g)).toHaveLength(1))
  })

  it('say which variables set them, and where they are called [F009-A15]', async () => {
    const list = await mountList()
    await vi.waitFor(
      () => expect(list.findAll('details code').map(code => code.text())).toEqual(['ACME_KEY', 'ACME_URL', 'OWN_URL', 'OWN_KEY']),
    )
    expect(list.find('details pre').text()).toBe('ACME_KEY=… npm start')
    expect(list.find('#provider-openai').text()).toContain('https://api.openai.test')
    expect(list.find('#provider-demo').text()).toMatch(/Demo model.*Addressbuilt in/s)
  })

  it('say so when the kinds cannot be read, and read them again [F009-A15]', async () => {
    kindsAnswer = () => {
      throw createError({ statusCode: 500, data: { error: { code: 'internal', message: 'Something went wrong.', requestId: 'r1' } } })
    }
    const list = await mountList()
    await list.findAll('button').find(button => button.text() === 'Add a provider')?.trigger('click')
    await vi.waitFor(() => expect(list.text()).toContain('Could not load provider kinds'))
    kindsAnswer = () => ({ items: KINDS })
    await list.findAll('button').find(button => /again/i.test(button.text()))?.trigger('click')
    await vi.waitFor(() => expect(list.find('form').exists()).toBe(true))
  })
})
