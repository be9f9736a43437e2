import { mountSuspended, registerEndpoint } from '@nuxt/test-utils/runtime'
import { afterEach, describe, expect, it } from 'vitest'
import type { SessionInfo } from '#shared/account'
import ErrorPage from '~/error.vue'

registerEndpoint('/api/conversations', () => ({ items: [], nextCursor: null }))
const USER: NonNullable<SessionInfo['user']> = { id: 'u', email: 'ada@example.com', name: 'Ada', role: 'user' }
const session = () => useState<SessionInfo | null>('session')

afterEach(() => {
  session().value = null
})

async function mountError(statusCode: number, user: SessionInfo['user']) {
  session().value = { needsSetup: false, user }
  return mountSuspended(ErrorPage, { props: { error: createError({ statusCode }) } })
}

describe('the page of an address that does not exist', () => {
  it('keeps sidebar and account for a person who is signed in [F008-A67]', async () => {
    const page = await mountError(404, USER)
    expect(page.find('aside[aria-label="Sidebar"]').exists()).toBe(true)
    expect(page.text()).toContain('Ada')
    expect(page.get('h1').text()).toBe('Not found')
    expect(page.text()).toContain('Page not found')
    expect(page.findAll('main')).toHaveLength(1)
  })

  it.each(
    [[404, null], [500, USER]] as const,
  )('stands alone with the error %i when the account is %j [F008-A67]', async (statusCode, user) => {
    const page = await mountError(statusCode, user)
    expect(page.find('aside').exists()).toBe(false)
    expect(page.findAll('main')).toHaveLength(1)
    expect(page.findAll('h1')).toHaveLength(1)
  })
})
