import { mountSuspended } from '@nuxt/test-utils/runtime'
import { describe, expect, it } from 'vitest'
import type { Role } from '#shared/account'
import AdminOnly from '~/components/admin/AdminOnly.vue'

function mountAs(role: Role) {
  useState('session').value = { user: { id: 'u1', email: 'ada@example.com', name: 'Ada', role }, needsSetup: false }
  return mountSuspended(AdminOnly, { slots: { default: () => 'The switches' } })
}

describe('AdminOnly', () => {
  it('shows its screen to administrators', async () => {
    expect((await mountAs('admin')).text()).toBe('The switches')
  })

  it.each(['user', 'reviewer'] as const)('tells a %s who can help instead [F009-A13]', async (role) => {
    const page = await mountAs(role)
    expect(page.text()).not.toContain('The switches')
    expect(page.text()).toContain('Administrator access required')
    expect(page.text()).toContain(`“${role}”`)
  })
})
