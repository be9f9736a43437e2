import { describe, expect, it } from 'vitest'
import { createTestProviders } from '../../../support/provider-context'

const ADA = { userId: 'u1', userName: 'Ada' }

async function createService() {
  return createTestProviders({ environment: { ANTHROPIC_API_KEY: 'sk-test', OPENAI_BASE_URL: 'http://127.0.0.1:1/v1' } })
}
const PRICES = { input: 3, output: 9 }

describe('what an admin says about a model', () => {
  it('goes to the model call and into the list, before the shipped tables [F014-A9] [F015-A5]', async () => {
    const { service } = await createService()
    await service.putModelOverride(ADA, {
      model: 'anthropic/listed', capabilities: { temperature: 'never', contextWindow: 9000, images: true }, prices: PRICES,
    })
    expect(await service.resolveModel('anthropic/listed')).toMatchObject({
      modelId: 'listed', capabilities: { temperature: 'never' }, prices: PRICES,
    })
    const listed = (await service.listModels()).items.find(({ id }) => id === 'anthropic/listed')
    expect(listed).toMatchObject({
      contextWindow: 9000, capabilities: { tools: true, images: true }, settings: { temperature: 'never', parallelSwitch: true },
      prices: PRICES,
      override: { prices: PRICES },
    })
  })

  it('speaks of all models of a provider, until one is spoken of by itself [F015-A5]', async () => {
    const { service } = await createService()
    await service.putModelOverride(ADA, { model: 'openai/*', prices: { input: 0, output: 0 } })
    await service.putModelOverride(ADA, { model: 'openai/big/model', prices: PRICES })
    expect((await service.resolveModel('openai/small')).prices).toEqual({ input: 0, output: 0 })
    expect((await service.resolveModel('openai/big/model')).prices).toEqual(PRICES)
    expect((await service.resolveModel('anthropic/listed')).prices).toBeNull()
  })

  it('takes the place of what was said before, can be taken back, and is on record [F014-A10]', async () => {
    const { service, facts } = await createService()
    await service.putModelOverride(ADA, { model: 'anthropic/listed', prices: PRICES })
    await service.putModelOverride(ADA, { model: 'anthropic/listed', capabilities: { parallelSwitch: false } })
    expect(await service.listModelOverrides()).toMatchObject([{ model: 'anthropic/listed', capabilities: { parallelSwitch: false } }])
    await service.removeModelOverride(ADA, 'anthropic/listed')
    expect(await service.listModelOverrides()).toEqual([])
    expect(facts).toMatchObject([
      { kind: 'model.updated', actor: ADA, input: { model: 'anthropic/listed', prices: PRICES } },
      { kind: 'model.updated', input: { before: { prices: PRICES }, capabilities: { parallelSwitch: false } } },
      { kind: 'model.reset', actor: ADA, input: { model: 'anthropic/listed' } },
    ])
  })

  it('is refused for a provider that is not there, and cannot be taken back where nothing was said [F014-A10]', async () => {
    const { service } = await createService()
    await expect(service.putModelOverride(ADA, { model: 'nobody/x', prices: PRICES })).rejects.toMatchObject({
      code: 'invalid-request', message: expect.stringContaining('anthropic'),
    })
    await expect(service.removeModelOverride(ADA, 'anthropic/listed')).rejects.toMatchObject({ code: 'not-found' })
  })
})
