import { registerEndpoint } from '@nuxt/test-utils/runtime'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { nextTick } from 'vue'
import { mountComposable } from '../../support/mount-composable'

const DEMO = { id: 'demo/patchbay-demo', provider: 'demo', name: 'Demo model', available: true, builtIn: true }
const model = (id: string) => ({ id, provider: id.split('/')[0]!, name: `Model ${id}`, available: true })

let listed: readonly { readonly id: string, readonly provider: string }[]
registerEndpoint(
  '/api/models', () => ({ items: listed, providers: [...new Set(listed.map(({ provider }) => provider))].map(id => ({ id, name: id })) }),
)

beforeEach(() => localStorage.clear())

/** As a person finds it who comes back while these models are listed. */
async function comeBack(...models: typeof listed) {
  await nextTick()
  listed = models
  clearNuxtData('models')
  const { defaultModel, demoSuccessor, setDefaultModel } = await mountComposable(useDefaultModel)
  await refreshNuxtData('models')
  await vi.waitFor(() => expect(defaultModel.value).toBeTruthy())
  return { model: defaultModel.value, successor: demoSuccessor.value, set: setDefaultModel }
}

describe('the model that new chats begin with', () => {
  it('stays when a provider is added before it, also when nobody ever picked it [F008-A82]', async () => {
    await comeBack(model('b/one'), DEMO)
    expect(await comeBack(model('a/new'), model('b/one'), DEMO)).toMatchObject({ model: 'b/one', successor: null })
  })

  it('is another once its provider is gone, and then stays that', async () => {
    await comeBack(model('b/one'), DEMO)
    expect(await comeBack(model('c/two'), DEMO)).toMatchObject({ model: 'c/two', successor: null })
    expect(await comeBack(model('a/new'), model('c/two'), DEMO)).toMatchObject({ model: 'c/two' })
  })

  it('is no longer the demo model once there is another, and that is said until it is confirmed [F008-A82]', async () => {
    expect(await comeBack(DEMO)).toMatchObject({ model: DEMO.id, successor: null })
    await comeBack(model('a/new'), DEMO)
    const { set, ...found } = await comeBack(model('0/later'), model('a/new'), DEMO)
    expect(found).toEqual({ model: 'a/new', successor: 'Model a/new' })
    set('a/new')
    expect(await comeBack(model('a/new'), DEMO)).toMatchObject({ model: 'a/new', successor: null })
  })

  it('stays the demo model where that was picked [F008-A82]', async () => {
    const { set } = await comeBack(DEMO)
    set(DEMO.id)
    expect(await comeBack(model('a/new'), DEMO)).toMatchObject({ model: DEMO.id, successor: null })
  })
})
