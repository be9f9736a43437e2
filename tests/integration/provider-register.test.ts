import { describe, expect, it, onTestFinished } from 'vitest'
import type { ApiError } from '#shared/api-error'
import type { ModelListing, ProviderKindListing, ProviderListing } from '#shared/provider'
import { providers } from '#server/providers'
import type { Provider } from '#server/providers/provider'
import modelsRoute from '../../server/api/models.get'
import kindsRoute from '../../server/api/provider-kinds.get'
import listRoute from '../../server/api/providers/index.get'
import addRoute from '../../server/api/providers/index.post'
import { createActor } from '../support/actors'
import { createFakeProvider, say } from '../support/fake-provider'
import { createInProcessApp, PERSON, runToRest } from '../support/in-process-app'
import { serveRoutes } from '../support/serve-routes'

const KEY = 'acme-key-0123456789'
const ROUTES = {
  'GET /api/models': modelsRoute, 'GET /api/provider-kinds': kindsRoute, 'GET /api/providers': listRoute, 'POST /api/providers': addRoute,
}

/** A vendor that nothing in the product knows of. */
function createAcme(): Provider {
  return {
    ...createFakeProvider([say('Acme says hello.')]),
    id: 'acme-messages',
    label: 'Acme',
    setup: {
      kind: 'acme', kindLabel: 'Acme Cloud', origin: 'addable', description: 'Acme models',
      environment: { id: 'acme', name: 'Acme', keys: ['ACME_KEY', 'ACME_OLD_KEY'], baseUrl: 'ACME_URL', addressSuffices: false },
    },
    officialBaseUrl: 'https://api.acme.test',
    needsKey: true,
    profiles: [{ id: 'edge', label: 'Acme Edge' }],
    listModels: async () => [{ id: 'acme-1', name: 'Acme One', capabilities: { tools: true, images: false, reasoning: false } }],
  }
}

async function serve({ adapters = providers, environment = {} }: {
  readonly adapters?: readonly Provider[]
  readonly environment?: Readonly<Record<string, string>>
}) {
  const app = await createInProcessApp(environment, { adapters })
  onTestFinished(() => app.close())
  const url = await serveRoutes(ROUTES, { services: app, actor: createActor({ ...PERSON, role: 'admin', via: 'token' }) })
  const ask = async <Body>(method: string, path: string, body?: object): Promise<{ readonly status: number, readonly body: Body }> => {
    const response = await fetch(url + path, {
      method, headers: { 'content-type': 'application/json' }, body: body && JSON.stringify(body),
    })
    return { status: response.status, body: await response.json() }
  }
  const list = async <Item>(path: string) => (await ask<{ items: Item[] }>('GET', path)).body.items
  return { app, ask, list }
}

async function answer(app: Awaited<ReturnType<typeof serve>>['app'], model: string) {
  const conversation = await app.conversations.create(PERSON, {})
  return runToRest(app, conversation.id, { input: 'Hello', model })
}

describe('a provider that stands in the register and nowhere else', () => {
  it('is offered with its own words, can be added, and answers [F013-A8]', async () => {
    const { app, ask, list } = await serve({ adapters: [...providers, createAcme()] })
    expect((await list<ProviderKindListing>('/api/provider-kinds')).at(-1)).toEqual({
      kind: 'acme', label: 'Acme Cloud', description: 'Acme models', officialBaseUrl: 'https://api.acme.test', needsKey: true,
      variables: ['ACME_KEY', 'ACME_URL'], profiles: [{ id: 'edge', label: 'Acme Edge' }],
    })
    const added = await ask('POST', '/api/providers', { kind: 'acme', name: 'Ours', apiKey: KEY, profile: 'edge' })
    expect(added).toMatchObject({
      status: 201, body: { id: 'ours', kind: 'acme', kindLabel: 'Acme Cloud', address: 'https://api.acme.test', keyHint: '6789' },
    })
    expect((await list<ProviderListing>('/api/providers')).map(({ kindLabel }) => kindLabel)).toEqual(['Acme Cloud', 'Demo model'])
    expect((await list<ModelListing>('/api/models')).map(({ id, builtIn }) => [id, builtIn])).toEqual([
      ['ours/acme-1', undefined], ['demo/patchbay-demo', true],
    ])
    expect(await answer(app, 'ours/acme-1')).toContainEqual(expect.objectContaining({ type: 'text-end', text: 'Acme says hello.' }))
  })

  it('is set by its own variables, and told of where its key is missing [F013-A8]', async () => {
    const adapters = [...providers, createAcme()]
    const without = await serve({ adapters })
    await expect(answer(without.app, 'acme/acme-1')).rejects.toThrow('or set ACME_KEY and restart')
    const { app, list } = await serve({ adapters, environment: { ACME_OLD_KEY: KEY } })
    expect(await list('/api/providers')).toMatchObject([{ id: 'acme', kind: 'acme', name: 'Acme', origin: 'environment' }, { id: 'demo' }])
    expect(await answer(app, 'acme/acme-1')).toContainEqual(expect.objectContaining({ type: 'text-end', text: 'Acme says hello.' }))
    await expect(app.providers.remove(PERSON, 'acme')).rejects.toThrow('Change ACME_KEY and restart')
  })
})

describe('a kind', () => {
  it('that is not registered, or built in, is refused by name with those that there are [F013-A9]', async () => {
    const { ask, list } = await serve({})
    const kinds = providers.flatMap(({ setup }) => setup.origin === 'addable' ? [`"${setup.kind}"`] : [])
    for (const kind of ['acme', 'demo']) {
      const { status, body } = await ask<{ error: ApiError }>('POST', '/api/providers', { kind, name: 'Mine', apiKey: KEY })
      const message = `No provider of the kind "${kind}" can be added. "kind" is one of ${kinds.join(', ')}.`
      expect([status, body.error]).toMatchObject([400, { code: 'invalid-request', message, details: [{ field: 'kind', message }] }])
    }
    expect(await list('/api/providers')).toHaveLength(1)
  })

  it('that was taken out of the register leaves its provider to be seen and removed, and all others to work [F013-A9]', async () => {
    const { app, list } = await serve({})
    await app.store.providers.create({
      id: 'ours', kind: 'acme', name: 'Ours', baseUrl: null, profile: null, sealedKey: null, keyHint: null, models: ['acme-1'],
      createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z',
    })
    expect(await list('/api/providers')).toMatchObject([{ id: 'ours', kind: 'acme', kindLabel: 'acme' }, { id: 'demo' }])
    expect(await list<ModelListing>('/api/models')).toMatchObject([{ id: 'demo/patchbay-demo' }])
    expect(await app.providers.check('ours')).toMatchObject({ ok: false, message: expect.stringContaining('"acme"') })
    await app.providers.remove(PERSON, 'ours')
    expect(await list('/api/providers')).toHaveLength(1)
  })
})
