import { registerEndpoint } from '@nuxt/test-utils/runtime'
import { flushPromises } from '@vue/test-utils'
import { describe, expect, it, vi } from 'vitest'
import { useIsDisconnected, useReconnect, useRefetchOnReconnect } from '~/composables/useReconnect'
import { useSubmit } from '~/composables/useSubmit'
import { useConversations } from '~/composables/useConversations'
import { mountComposable } from '../../support/mount-composable'

registerEndpoint('/api/conversations', () => ({ items: [], nextCursor: null }))
const NO_SERVER = 'http://127.0.0.1:1/api/nothing'

describe('a page whose server is away [F008-A150]', () => {
  it('knows it by a request that got no answer, and that it is back by one that did', async () => {
    const onReconnect = vi.fn()
    const { api, isDisconnected } = await mountComposable(() => {
      useReconnect(onReconnect)
      return { api: useApi(), isDisconnected: useIsDisconnected() }
    })
    await expect(api(NO_SERVER, { retry: 0 })).rejects.toThrow()
    expect(isDisconnected.value).toBe(true)
    expect(onReconnect).not.toHaveBeenCalled()

    await api('/api/conversations')
    await flushPromises()
    expect(isDisconnected.value).toBe(false)
    expect(onReconnect).toHaveBeenCalledTimes(1)
  })

  it('loads again what had failed, and nothing else', async () => {
    const refetch = vi.fn(async () => undefined)
    const error = shallowRef<Error | null>(new Error('no answer'))
    const isDisconnected = await mountComposable(() => {
      useRefetchOnReconnect(error, refetch)
      return useIsDisconnected()
    })
    for (const failed of [error.value, null]) {
      error.value = failed
      isDisconnected.value = true
      await nextTick()
      isDisconnected.value = false
      await nextTick()
    }
    expect(refetch).toHaveBeenCalledTimes(1)
  })

  it('clears the error of a form that did not reach the server, and keeps one of the server', async () => {
    const errors = [new TypeError('fetch failed'), { data: { error: { code: 'conflict', message: 'Taken.', requestId: 'r' } } }]
    const { form, isDisconnected } = await mountComposable(() => ({
      form: useSubmit(async (index: number) => { throw errors[index] }), isDisconnected: useIsDisconnected(),
    }))
    const shown: (string | undefined)[] = []
    for (const index of [0, 1]) {
      await form.submit(index)
      isDisconnected.value = true
      await nextTick()
      isDisconnected.value = false
      await nextTick()
      shown.push(form.error.value?.message)
    }
    expect(shown).toEqual([undefined, 'Taken.'])
  })
})

it('a window that gets the focus loads the list of chats again, also when it was visible before [F008-A151]', async () => {
  let requests = 0
  registerEndpoint('/api/conversations', () => {
    requests += 1
    return { items: [], nextCursor: null }
  })
  const chats = await mountComposable(useConversations)
  chats.keepFresh()
  await flushPromises()
  const before = requests
  window.dispatchEvent(new Event('focus'))
  await vi.waitFor(() => expect(requests).toBe(before + 1))
})
