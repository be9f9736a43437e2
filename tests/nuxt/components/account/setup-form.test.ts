import { mountSuspended } from '@nuxt/test-utils/runtime'
import { expect, it } from 'vitest'
import AccountSetupForm from '~/components/account/AccountSetupForm.vue'

it('the set-up form puts focus on the topmost field that has an error [F009-A121]', async () => {
  const form = await mountSuspended(AccountSetupForm, { props: { token: 't', error: null, pending: false }, attachTo: document.body })
  await expect.poll(() => document.activeElement === form.get('[name=name]').element).toBe(true)
  await form.get('[name=name]').setValue('Ada')
  await form.get('[name=email]').setValue('no address')
  await form.get('[name=password]').setValue('short')
  form.get<HTMLInputElement>('[name=password]').element.focus()
  await form.get('form').trigger('submit')
  await expect.poll(() => document.activeElement === form.get('[name=email]').element).toBe(true)
  form.unmount()
})
