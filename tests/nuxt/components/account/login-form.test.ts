import { mountSuspended } from '@nuxt/test-utils/runtime'
import { describe, expect, it, vi } from 'vitest'
import AccountLoginForm from '~/components/account/AccountLoginForm.vue'
import AccountSetupForm from '~/components/account/AccountSetupForm.vue'
import type { RequestError } from '~/utils/read-api-error'

const error = (code: RequestError['code'], more: Partial<RequestError> = {}): RequestError => ({
  code, message: `Because ${code}.`, fields: [], ...more,
})

describe('signing in', () => {
  it('sends what was typed', async () => {
    const form = await mountSuspended(AccountLoginForm, { props: { error: null, pending: false } })
    await form.find('input[type="email"]').setValue('ada@example.com')
    await form.find('input[type="password"]').setValue('kelp orbit tin')
    await form.find('form').trigger('submit')
    await vi.waitFor(() => expect(form.emitted('submit')).toEqual([[{ email: 'ada@example.com', password: 'kelp orbit tin' }]]))
  })

  it('says at the field what is missing, and sends nothing', async () => {
    const form = await mountSuspended(AccountLoginForm, { props: { error: null, pending: false } })
    await form.find('input[type="email"]').setValue('ada')
    await form.find('form').trigger('submit')
    await vi.waitFor(() => expect(form.text()).toContain('Invalid email address'))
    expect(form.text()).toContain('Required')
    expect(form.emitted('submit')).toBeUndefined()
  })

  it('says in place that the pair was wrong', async () => {
    const form = await mountSuspended(AccountLoginForm, { props: { error: error('unauthenticated'), pending: false } })
    expect(form.find('[role="alert"]').text()).toContain('Because unauthenticated.')
  })

  it('counts down the wait after too many attempts [F009-A3]', async () => {
    const form = await mountSuspended(AccountLoginForm, { props: { error: null, pending: false } })
    await form.setProps({ error: error('rate-limited', { retryAfterSeconds: 97 }) })
    const button = form.find('button[type="submit"]')
    expect(button.text()).toBe('Wait 1 min 37 s')
    expect(button.attributes('disabled')).toBeDefined()
  })
})

describe('setting up', () => {
  it('sends the token of the link with the account [F009-A1]', async () => {
    const form = await mountSuspended(AccountSetupForm, { props: { token: 'one-time', error: null, pending: false } })
    await form.find('input[autocomplete="name"]').setValue('Ada')
    await form.find('input[type="email"]').setValue('ada@example.com')
    await form.find('input[type="password"]').setValue('kelp orbit tin')
    await form.find('form').trigger('submit')
    await vi.waitFor(() => expect(form.emitted('submit')).toEqual(
      [[{ token: 'one-time', name: 'Ada', email: 'ada@example.com', password: 'kelp orbit tin' }]],
    ))
  })

  it('leaves what is wrong to its own words, and says it once [F009-A18]', async () => {
    const form = await mountSuspended(AccountSetupForm, { props: { token: 'one-time', error: null, pending: false } })
    expect(form.find('form').attributes()).toHaveProperty('novalidate')
    await form.find('input[type="password"]').setValue('kelp')
    await form.find('form').trigger('submit')
    await vi.waitFor(() => expect(form.find('#password-strength').classes()).toContain('text-error'))
    expect(form.text()).toContain('6 more characters needed.')
    expect(form.text()).not.toContain('At least 10 characters.')
    expect(form.find('input[type="password"]').attributes('aria-invalid')).toBe('true')
    expect(form.emitted('submit')).toBeUndefined()
  })

  it('tells a spent link from a refused account [F009-A2]', async () => {
    const form = await mountSuspended(AccountSetupForm, { props: { token: 'old', error: error('forbidden'), pending: false } })
    expect(form.find('[role="alert"]').text()).toContain('Invalid setup link')
    expect(form.find('[role="alert"] a').attributes('href')).toBe('/login')
    await form.setProps({ error: error('invalid-request') })
    expect(form.find('[role="alert"]').text()).toContain('Could not create the account')
  })
})
