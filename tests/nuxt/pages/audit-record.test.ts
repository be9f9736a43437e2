import { mountSuspended, registerEndpoint } from '@nuxt/test-utils/runtime'
import { setResponseStatus } from 'h3'
import { describe, expect, it, vi } from 'vitest'
import RecordPage from '~/pages/audit/[seq].vue'

registerEndpoint('/api/audit/7', () => (
  {
    seq: 7, at: '2026-11-21T10:00:00Z', kind: 'auth.login', success: null, input: null, output: null, inputCommit: null,
    outputCommit: null, prevHash: 'before', hash: 'this',
  }
))

describe('the page of one record', () => {
  it.each(
    ['abc', '0', '-1', '1.5', '1e3', '99999999999999999999'],
  )('says of /audit/%s that there is no such record, and leads back [F009-A30]', async (address) => {
    const page = await mountSuspended(RecordPage, { route: `/audit/${address}` })

    expect(page.get('[role=alert]').text()).toContain('Record not found')
    expect(page.get('[role=alert] a').attributes('href')).toBe('/audit')
    expect(page.text()).not.toContain('NaN')
  })

  it('says of a record that is not there that there is none, and leads back [F008-A81]', async () => {
    registerEndpoint('/api/audit/999999', (event) => {
      setResponseStatus(event, 404)
      return { error: { code: 'not-found', message: 'Record not found.', requestId: 'r' } }
    })
    const page = await mountSuspended(RecordPage, { route: '/audit/999999' })

    await vi.waitFor(() => expect(page.get('[role=alert] h2').text()).toBe('Record not found'))
    expect(page.get('[role=alert]').text()).toContain('404')
    expect(page.get('[role=alert] a').attributes('href')).toBe('/audit')
    expect(page.text()).not.toContain('Try again')
  })

  it('reads the record that the address names', async () => {
    const page = await mountSuspended(RecordPage, { route: '/audit/7' })

    await vi.waitFor(() => expect(page.text()).toContain('This record'))
  })
})
