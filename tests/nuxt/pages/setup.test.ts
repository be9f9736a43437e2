import { mountSuspended } from '@nuxt/test-utils/runtime'
import { describe, expect, it } from 'vitest'
import SetupPage from '~/pages/setup.vue'

async function openSetup(needsSetup: boolean) {
  useSession().session.value = { user: null, needsSetup }
  return mountSuspended(SetupPage, { route: '/setup?token=t' })
}

describe('the page of the setup link', () => {
  it('says of a used link that it was used, shows no form, and leads to signing in [F009-A132]', async () => {
    const page = await openSetup(false)
    expect(page.get('h1').text()).toBe('Patchbay is already set up')
    expect(page.text()).toContain('Patchbay is already set up')
    expect(page.find('form').exists()).toBe(false)
    expect(page.get('a[href="/login"]').text()).toBe('Go to sign in')
  })

  it('shows the form as long as there is no administrator', async () => {
    const page = await openSetup(true)
    expect(page.find('form').exists()).toBe(true)
    expect(page.text()).not.toContain('was used')
  })
})
