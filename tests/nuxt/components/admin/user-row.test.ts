import { mountSuspended } from '@nuxt/test-utils/runtime'
import { DOMWrapper } from '@vue/test-utils'
import { expect, it, vi } from 'vitest'
import type { UserListing } from '#shared/account'
import AdminUserRow from '~/components/admin/AdminUserRow.vue'

const GRACE: UserListing = {
  id: 'u', email: 'grace@example.com', name: 'Grace', role: 'user', status: 'active', createdAt: '2026-11-21T10:00:00Z',
}

it('suspends a user only after a question that names what happens [F009-A16]', async () => {
  const update = vi.fn(async () => undefined)
  const row = await mountSuspended(AdminUserRow, { props: { user: GRACE, isNew: false, update, remove: async () => undefined } })
  await row.get('[aria-label="Suspend Grace"]').trigger('click')
  const question = () => new DOMWrapper(document.body).get('[role=dialog]')
  await vi.waitFor(() => expect(question().text()).toMatch(/Cancels their runs.+signs them out everywhere.+disables their tokens/))
  expect(update).not.toHaveBeenCalled()

  await question().findAll('button').find(button => button.text() === 'Suspend')!.trigger('click')
  expect(update).toHaveBeenCalledExactlyOnceWith('u', { status: 'suspended' })
})
