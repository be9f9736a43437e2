import { mountSuspended, registerEndpoint } from '@nuxt/test-utils/runtime'
import { DOMWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Component } from 'vue'
import type { TokenListing, UserListing } from '#shared/account'
import AdminUserList from '~/components/admin/AdminUserList.vue'
import ShellHeader from '~/components/shell/ShellHeader.vue'
import ShellSidebar from '~/components/shell/ShellSidebar.vue'
import TokensPage from '~/pages/settings/tokens.vue'

const GRACE: UserListing = {
  id: 'grace', email: 'grace@example.com', name: 'Grace', role: 'user', status: 'active', createdAt: '2026-11-21T10:00:00Z',
}
const NIGHTLY: TokenListing = { id: 't1', name: 'nightly', scopes: ['chat'], createdAt: '2026-11-21T10:00:00Z', lastUsedAt: null }
let users: readonly UserListing[]
let tokens: readonly TokenListing[]

registerEndpoint('/api/users', () => ({ items: users }))
registerEndpoint('/api/users/grace', { method: 'DELETE', handler: () => {
  users = []
  return null
} })
registerEndpoint('/api/tokens', () => ({ items: tokens }))
registerEndpoint('/api/tokens', { method: 'POST', handler: () => {
  tokens = [NIGHTLY]
  return { ...NIGHTLY, token: 'pb_secret' }
} })
registerEndpoint('/api/tokens/t1', { method: 'DELETE', handler: () => {
  tokens = []
  return null
} })

const mounted: (() => void)[] = []
beforeEach(() => {
  users = [GRACE]
  tokens = []
  clearNuxtData()
})
afterEach(() => mounted.splice(0).forEach(unmount => unmount()))

async function open(screen: Component, props = {}) {
  const wrapper = await mountSuspended(screen, { props, attachTo: document.body })
  mounted.push(() => wrapper.unmount())
  return wrapper
}
const body = new DOMWrapper(document.body)
const button = (name: string) => body.findAll('button').find(one => [one.attributes('aria-label'), one.text()].includes(name))!
/** As with a mouse or by key: a button that is pressed has focus. */
async function press(name: string) {
  await expect.poll(() => button(name)).toBeDefined()
  button(name).element.focus()
  await button(name).trigger('click')
}
function focused() {
  const active = document.activeElement
  if (active === document.body) return 'nothing'
  if (active instanceof HTMLInputElement) return active.name || active.placeholder
  return active?.getAttribute('aria-label') ?? active?.textContent?.trim()
}
const expectFocus = (name: string) => expect.poll(focused).toBe(name)

describe('focus in the list of users', () => {
  it.each(['Cancel', 'Escape'])('goes back to the button when the form is given up by %s [F009-A120]', async (cause) => {
    const list = await open(AdminUserList)
    await press('Add a user')
    await expect.poll(() => list.find('form').element.contains(document.activeElement)).toBe(true)
    if (cause === 'Cancel') await press('Cancel')
    else document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
    await expectFocus('Add a user')
  })

  it('goes back to the button of a user who is not changed after all [F009-A120]', async () => {
    await open(AdminUserList)
    await press('Edit Grace')
    await press('Cancel')
    await expectFocus('Edit Grace')
  })

  it('goes to the list when a user has been removed [F009-A120]', async () => {
    await open(AdminUserList)
    await press('Remove Grace')
    await press('Remove')
    await expectFocus('Users')
  })
})

describe('focus on the screen of tokens', () => {
  it('goes to a new secret, and to the list when it is copied [F009-A120]', async () => {
    const page = await open(TokensPage)
    await page.get('input[placeholder="nightly evals"]').setValue('nightly')
    await page.get('form').trigger('submit')
    await expectFocus('The new token')
    await expect.poll(() => page.find('ul[aria-label="Your tokens"]').exists()).toBe(true)
    await press('Done')
    await expectFocus('Your tokens')
  })

  it('goes to and from the question before a token is revoked, and to the list after it [F009-A120]', async () => {
    tokens = [NIGHTLY]
    await open(TokensPage)
    await press('Revoke the token nightly')
    await expectFocus('Cancel')
    await press('Cancel')
    await expectFocus('Revoke the token nightly')
    await press('Revoke the token nightly')
    await press('Revoke')
    await expectFocus('No tokens yet.')
  })
})

it('focus goes back to the button that opened the sidebar of a phone when Esc closes it [F008-A125]', async () => {
  await open(ShellHeader, { title: 'Chat' })
  const sidebar = await open(ShellSidebar)
  await press('Open the sidebar')
  await expect.poll(() => sidebar.get('aside').element.contains(document.activeElement)).toBe(true)
  document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  await expectFocus('Open the sidebar')
})
