import { mountSuspended, registerEndpoint } from '@nuxt/test-utils/runtime'
import { describe, expect, it, vi } from 'vitest'
import RecordPage from '~/pages/audit/[seq].vue'

registerEndpoint('/api/audit/7', () => (
  { seq: 7, at: '2026-11-21T10:00:00Z', kind: 'auth.login', success: null, input: null, output: null, inputCommit: null, outputCommit: null, prevHash: 'before', hash: 'this' }
))

describe('the page of one record', () => {
  it.each(['abc', '0', '-1', '1.5', '1e3', '99999999999999999999'])('says of /audit/%s that there is no such record, and leads back [F009-A30]', async (address) => {
    const page = await mountSuspended(RecordPage, { route: `/audit/${address}` })

    expect(page.get('[role=alert]').text()).toContain('There is no such record')
    expect(page.get('[role=alert] a').attributes('href')).toBe('/audit')
    expect(page.text()).not.toContain('NaN')
  })

  it('reads the record that the address names', async () => {
    const page = await mountSuspended(RecordPage, { route: '/audit/7' })

    await vi.waitFor(() => expect(page.text()).toContain('This record'))
  })
})
