import { describe, expect, it } from 'vitest'
import { AppError } from '#server/errors'
import { createActor } from '../../../support/actors'
import { createTestProviders, KNOWN_MODEL } from '../../../support/provider-context'

const actor = createActor()
const KEY = 'sk-canary-0123456789abcdef'
const NEW_KEY = 'sk-canary-fedcba9876543210'
const anthropic = { kind: 'anthropic', name: 'Work', apiKey: KEY } as const
const local = { kind: 'openai-compatible', name: 'Ollama', baseUrl: 'http://localhost:11434/v1/' } as const
const fromEnvironment = { OPENAI_API_KEY: KEY }

describe('keeping providers', () => {
  it('stores the key sealed and tells only its last four characters [F013-A1]', async () => {
    const { service, store, facts } = await createTestProviders()
    const created = await service.create(actor, anthropic)
    expect(created).toEqual({
      id: 'work', kind: 'anthropic', kindLabel: 'Anthropic', name: 'Work', address: 'https://anthropic.test', keyHint: 'cdef',
      key: 'stored', models: [], origin: 'admin',
    })
    expect(JSON.stringify([await service.list(), await store.list(), facts])).not.toContain(KEY)
    expect(facts).toMatchObject([{ kind: 'provider.created', actor: { userId: actor.userId }, input: { id: 'work', keyChanged: true } }])
    expect((await service.resolveModel('work/claude')).connection).toEqual({ baseUrl: undefined, apiKey: KEY, name: 'Work' })
  })

  it('lists those of the environment and the demo beside the admin\'s [F013-A2]', async () => {
    const { service } = await createTestProviders({ environment: { ...fromEnvironment, GEMINI_API_KEY: KEY } })
    await service.create(actor, local)
    const listed = (await service.list()).map(({ id, origin }) => `${id} ${origin}`)
    expect(listed).toEqual(['ollama admin', 'openai environment', 'gemini environment', 'demo built-in'])
    expect(JSON.stringify(await service.list())).not.toContain(KEY)
  })

  it('gives each provider an id of its own', async () => {
    const { service } = await createTestProviders({ environment: fromEnvironment })
    const created = await Promise.all(['OpenAI', 'Demo', 'Ünï – x', '東京', 'OpenAI'].map(name => service.create(actor, { ...local, name })))
    expect(created.map(({ id }) => id).sort()).toEqual(['demo-2', 'openai-2', 'openai-3', 'provider', 'u-ni-x'])
  })

  it('changes neither the environment\'s nor the demo provider, and says where to change them', async () => {
    const { service } = await createTestProviders({ environment: fromEnvironment })
    await expect(service.update(actor, 'openai', { name: 'x' })).rejects.toMatchObject({
      code: 'conflict', message: expect.stringContaining('OPENAI_API_KEY'),
    })
    await expect(service.remove(actor, 'demo')).rejects.toMatchObject({ code: 'conflict' })
    await expect(service.remove(actor, 'nobody')).rejects.toMatchObject({ code: 'not-found' })
  })

  it('removes a provider with its key', async () => {
    const { service, store, facts } = await createTestProviders()
    await service.create(actor, anthropic)
    await service.remove(actor, 'work')
    expect(await store.list()).toEqual([])
    expect(facts.at(-1)).toMatchObject({ kind: 'provider.deleted', input: { id: 'work' } })
  })
})

describe('the key of a provider', () => {
  it('is said to be missing only where one is needed and there is none [F013-A13]', async () => {
    const { service } = await createTestProviders({ environment: { OPENAI_API_KEY: 'short', GEMINI_API_KEY: 'long enough for a hint' } })
    await service.create(actor, { kind: 'anthropic', name: 'Without' })
    await service.create(actor, { kind: 'anthropic', name: 'With', apiKey: 'short' })
    await service.create(actor, { kind: 'openai-compatible', name: 'Local', baseUrl: 'http://127.0.0.1:9/v1' })

    const keys = (await service.list()).map(({ id, key, keyHint }) => [id, key, keyHint])
    expect(Object.fromEntries(keys.map(([id, ...rest]) => [id, rest]))).toEqual({
      openai: ['environment', undefined],
      gemini: ['environment', 'hint'],
      without: ['none', undefined],
      with: ['stored', undefined],
      local: ['not-required', undefined],
      demo: ['not-required', undefined],
    })
  })
})

describe('addresses', () => {
  it('wants the key again for a new address, and sends the old key nowhere [F013-A4]', async () => {
    const { service, asked } = await createTestProviders()
    await service.create(actor, { ...local, apiKey: KEY })
    await expect(service.update(actor, 'ollama', { baseUrl: 'http://other.test/v1' })).rejects.toMatchObject({
      code: 'invalid-request', details: [{ field: 'apiKey' }],
    })
    await service.check('ollama')
    expect(asked).toEqual([{ adapter: 'openai-chat', connection: { baseUrl: 'http://localhost:11434/v1', apiKey: KEY, name: 'Ollama' } }])
  })

  it('takes a new address together with a key, and a new path without one', async () => {
    const { service } = await createTestProviders()
    await service.create(actor, { ...local, apiKey: KEY })
    await service.update(actor, 'ollama', { baseUrl: 'http://localhost:11434/api' })
    expect((await service.resolveModel('ollama/x')).connection).toEqual({
      baseUrl: 'http://localhost:11434/api', apiKey: KEY, name: 'Ollama',
    })
    await service.update(actor, 'ollama', { baseUrl: 'http://other.test', apiKey: NEW_KEY })
    expect((await service.resolveModel('ollama/x')).connection).toEqual({ baseUrl: 'http://other.test', apiKey: NEW_KEY, name: 'Ollama' })
  })

  it('does not use a key whose address was changed in the database [F013-A3]', async () => {
    const { service, store } = await createTestProviders()
    await service.create(actor, { ...local, apiKey: KEY })
    const [row] = await store.list()
    await store.update({ ...row!, baseUrl: 'http://evil.test' })
    await expect(service.resolveModel('ollama/x')).rejects.toMatchObject({ code: 'misconfigured' })
    expect(await service.check('ollama')).toMatchObject({ ok: false })
  })

  it.each([
    ['http://user:pass@host.test/v1'], ['http://host.test/v1?key=x'], ['http://host.test/#x'],
  ])('refuses the address %s', async (baseUrl) => {
    const { service } = await createTestProviders()
    await expect(service.create(actor, { ...local, baseUrl })).rejects.toMatchObject({
      code: 'invalid-request', details: [{ field: 'baseUrl' }],
    })
  })

  it('wants an address for an OpenAI-compatible provider', async () => {
    const { service } = await createTestProviders()
    await expect(service.create(actor, { kind: 'openai-compatible', name: 'x' })).rejects.toMatchObject({ details: [{ field: 'baseUrl' }] })
    await service.create(actor, local)
    await expect(service.update(actor, 'ollama', { baseUrl: null })).rejects.toMatchObject({ details: [{ field: 'baseUrl' }] })
  })
})

describe('finding who answers for a model', () => {
  it.each([
    ['anthropic', 'anthropic'], ['openai', 'openai-responses'], ['openai-compatible', 'openai-chat'], ['gemini', 'gemini'],
  ] as const)('maps the kind %s to the adapter %s', async (kind, adapter) => {
    const { service } = await createTestProviders()
    await service.create(actor, { kind, name: 'mine', apiKey: KEY, baseUrl: 'http://host.test' })
    const resolved = await service.resolveModel('mine/vendor/model:free')
    expect([resolved.provider.id, resolved.modelId]).toEqual([adapter, 'vendor/model:free'])
  })

  it('names the known providers when there is no such one [F013-A5]', async () => {
    const { service } = await createTestProviders({ environment: fromEnvironment })
    await expect(service.resolveModel('nobody/x')).rejects.toMatchObject({
      code: 'invalid-request', message: expect.stringContaining('"openai", "demo"'), details: [{ field: 'model' }],
    })
    await expect(service.resolveModel('anthropic/x')).rejects.toMatchObject({ message: expect.stringContaining('ANTHROPIC_API_KEY') })
  })

  it('names the models of a provider that has no others than it ships with [F013-A12]', async () => {
    const { service } = await createTestProviders({ environment: fromEnvironment })
    expect((await service.resolveModel('demo/known')).modelId).toBe('known')
    await expect(service.resolveModel('demo/nonexistent')).rejects.toMatchObject({
      code: 'invalid-request', message: '"Demo" has no model "nonexistent". It has: "demo/known".', details: [{ field: 'model' }],
    })
    expect((await service.resolveModel('openai/nonexistent')).modelId).toBe('nonexistent')
  })

  it('says where to add a missing key [F013-A5]', async () => {
    const { service } = await createTestProviders()
    await service.create(actor, { kind: 'anthropic', name: 'Work' })
    await expect(service.resolveModel('work/x')).rejects.toMatchObject({
      code: 'invalid-request', message: expect.stringContaining('Admin, Providers'), details: [{ field: 'model' }],
    })
  })

  it.each(['demo', 'demo/'])('refuses %s, which names no model', async (model) => {
    const { service } = await createTestProviders()
    await expect(service.resolveModel(model)).rejects.toMatchObject({ code: 'invalid-request' })
  })
})

describe('listing models', () => {
  it('asks every vendor and remembers the answer for five minutes [F013-A6]', async () => {
    const { service, asked, advance } = await createTestProviders({ environment: fromEnvironment })
    const expected = ['openai/listed', 'demo/listed'].map(id => ({ id, name: 'Listed', available: true }))
    expect((await service.listModels()).items).toMatchObject(expected)
    advance(5 * 60_000 - 1)
    await Promise.all([service.listModels(), service.listModels()])
    expect(asked).toHaveLength(2)
    advance(1)
    await Promise.all([service.listModels(), service.listModels()])
    expect(asked).toHaveLength(4)
  })

  it('falls back to the shipped list, with the reason, when the key is missing or refused [F013-A6]', async () => {
    const refuse = async () => {
      throw new AppError('provider-rejected', `OpenAI rejected the key ${KEY}.`)
    }
    const { service } = await createTestProviders({ environment: fromEnvironment, listModels: { 'openai-responses': refuse } })
    await service.create(actor, { kind: 'anthropic', name: 'Work' })
    const models = (await service.listModels()).items
    expect(models).toMatchObject([
      { id: 'work/known', available: false, reason: expect.stringContaining('no API key') },
      { id: 'openai/known', available: false, reason: 'OpenAI rejected the key [redacted].' },
      { id: 'demo/listed', available: true },
    ])
    expect(JSON.stringify(models)).not.toContain(KEY)
  })

  it('does not wait for a vendor that never answers [F013-A6]', async () => {
    const never = () => new Promise<never>(() => {})
    const { service } = await createTestProviders({
      environment: fromEnvironment, listModels: { 'openai-responses': never }, timeouts: { listMs: 1, checkMs: 1 },
    })
    expect((await service.listModels()).items).toMatchObject([
      { id: 'openai/known', available: false, reason: expect.stringContaining('did not answer') },
      { id: 'demo/listed', available: true },
    ])
    expect(await service.check('openai')).toMatchObject({ ok: false, models: 0 })
  })

  it('asks again after thirty seconds when a vendor was away, and at once when its settings change', async () => {
    const { service, asked, advance } = await createTestProviders({
      listModels: {
        'openai-chat': async () => {
          throw new AppError('provider-unavailable', 'Away.')
        },
      },
    })
    const countAsked = () => asked.filter(({ adapter }) => adapter === 'openai-chat').length
    await service.create(actor, local)
    await service.listModels()
    await service.listModels()
    expect(countAsked()).toBe(1)
    await service.update(actor, 'ollama', { apiKey: NEW_KEY })
    await service.listModels()
    expect(countAsked()).toBe(2)
    advance(30_000)
    await service.listModels()
    expect(countAsked()).toBe(3)
  })

  it('tells with a provider\'s name why it gave no answer, and looks again whether that still holds [F013-A11]', async () => {
    let isAway = true
    const { service, asked, advance } = await createTestProviders({
      listModels: {
        'openai-chat': async ({ name }) => {
          if (isAway) throw new AppError('provider-unavailable', `${name} could not be reached.`)
          return []
        },
      },
    })
    await service.create(actor, { ...local, name: 'Dead box', models: ['my/own'] })
    expect((await service.listModels()).providers[0]).toEqual({ id: 'dead-box', name: 'Dead box' })
    await service.check('dead-box')
    const { items, providers } = await service.listModels()
    expect(providers[0]).toEqual({ id: 'dead-box', name: 'Dead box', reason: 'Dead box could not be reached.' })
    expect(items[0]).toMatchObject({ id: 'dead-box/my/own', available: true, reason: 'Dead box could not be reached.' })
    expect(asked.filter(({ adapter }) => adapter === 'openai-chat')).toHaveLength(1)
    isAway = false
    advance(30_000)
    expect((await service.listModels()).providers[0]).toEqual({ id: 'dead-box', name: 'Dead box' })
  })

  it('shows the models that the admin typed without asking the vendor', async () => {
    const { service, asked } = await createTestProviders()
    await service.create(actor, { ...local, models: ['known', 'my/own', 'known'] })
    const models = (await service.listModels()).items.filter(({ provider }) => provider === 'ollama')
    expect(models).toMatchObject([
      { id: 'ollama/known', name: KNOWN_MODEL.name, available: true }, { id: 'ollama/my/own', name: 'my/own', available: true },
    ])
    expect(asked.map(({ adapter }) => adapter)).toEqual(['demo'])
  })

  it('keeps a server usable that has no list of models', async () => {
    const missing = async () => {
      throw new AppError('provider-rejected', 'No such page.', { cause: { status: 404 } })
    }
    const { service } = await createTestProviders({ listModels: { 'openai-chat': missing } })
    await service.create(actor, local)
    expect((await service.listModels()).items[0]).toMatchObject({ id: 'ollama/known', available: true })
    expect(await service.check('ollama')).toMatchObject({ ok: true, models: 0 })
  })
})

it('checks a provider with its own key [F013-A7]', async () => {
  const { service, asked } = await createTestProviders()
  await service.create(actor, anthropic)
  expect(await service.check('work')).toEqual({ ok: true, message: '1 model available.', models: 1 })
  expect(asked).toEqual([{ adapter: 'anthropic', connection: { baseUrl: undefined, apiKey: KEY, name: 'Work' } }])
})
