import { mountSuspended, registerEndpoint } from '@nuxt/test-utils/runtime'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { TokenListing } from '#shared/account'
import TokensPage from '~/pages/settings/tokens.vue'

const SECRET = 'pb_shown_only_once'
let tokens: TokenListing[] = []
const ci: TokenListing = { id: 't1', name: 'ci', scopes: ['chat'], createdAt: '2026-11-21T10:00:00Z', lastUsedAt: null }

registerEndpoint('/api/tokens', () => ({ items: tokens }))
registerEndpoint('/api/tokens', {
  method: 'POST', handler: () => {
    tokens = [ci]
    return { ...ci, token: SECRET }
  },
})
registerEndpoint('/api/tokens/t1', {
  method: 'DELETE', handler: () => {
    tokens = []
    return null
  },
})

beforeEach(() => {
  tokens = []
  clearNuxtData()
})

describe('API tokens', () => {
  it('show their secret once and then never again [F009-A14]', async () => {
    const page = await mountSuspended(TokensPage)
    await page.find('input[placeholder="nightly evals"]').setValue('ci')
    await page.find('form').trigger('submit')
    await vi.waitFor(() => expect(page.text()).toContain(SECRET))
    await page.findAll('button').find(button => button.text() === 'Done')?.trigger('click')
    expect(page.html()).not.toContain(SECRET)
    await vi.waitFor(() => expect(page.find('ul[aria-label="Your tokens"]').text()).toContain('ci'))
  })

  it('are revoked only after a second question', async () => {
    tokens = [ci]
    const page = await mountSuspended(TokensPage)
    await vi.waitFor(() => expect(page.find('[aria-label="Revoke the token ci"]').exists()).toBe(true))
    await page.find('[aria-label="Revoke the token ci"]').trigger('click')
    expect(tokens).toHaveLength(1)
    await page.findAll('button').find(button => button.text() === 'Revoke')?.trigger('click')
    await vi.waitFor(() => expect(page.text()).toContain('No tokens yet'))
  })
})
