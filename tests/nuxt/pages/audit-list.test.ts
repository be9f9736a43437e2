import { mountSuspended, registerEndpoint } from '@nuxt/test-utils/runtime'
import { expect, it, vi } from 'vitest'
import AuditSheet from '~/components/audit/AuditSheet.vue'
import AuditPage from '~/pages/audit/index.vue'

const row = {
  seq: 7, at: '2026-11-21T10:00:00Z', kind: 'auth.login', success: null, input: null, output: null, inputCommit: null, outputCommit: null,
  prevHash: 'before', hash: 'this',
}
registerEndpoint('/api/audit', () => ({ items: [row], nextCursor: null }))
registerEndpoint('/api/audit/7', () => row)
registerEndpoint('/api/audit/6', () => ({ ...row, seq: 6 }))

async function openList(route: string) {
  const page = await mountSuspended(AuditPage, { route })
  const { currentRoute, options: { history } } = useRouter()
  const expectPlace = (address: string, position: unknown) => vi.waitFor(() => {
    expect([currentRoute.value.fullPath, history.state.position]).toEqual([address, position])
  })
  return { sheet: page.getComponent(AuditSheet).vm, position: Number(history.state.position), expectPlace }
}

it('a record that was opened from the list leaves no step of history when it is closed [F009-A131]', async () => {
  const { sheet, position, expectPlace } = await openList('/audit?kind=auth.login')
  sheet.$emit('open', 7)
  await expectPlace('/audit?kind=auth.login&record=7', position + 1)
  sheet.$emit('open', 6)
  await expectPlace('/audit?kind=auth.login&record=6', position + 1)
  sheet.$emit('close')
  await expectPlace('/audit?kind=auth.login', position)
})

it('a record that was opened by its address is closed in its place', async () => {
  const { sheet, position, expectPlace } = await openList('/audit?kind=auth.login&record=7')
  sheet.$emit('close')
  await expectPlace('/audit?kind=auth.login', position)
})
