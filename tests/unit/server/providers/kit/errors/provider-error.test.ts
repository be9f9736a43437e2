import { describe, expect, it } from 'vitest'
import { createProtocolError, createProviderError } from '#server/providers/kit/errors/provider-error'
import { readVendorSentence } from '#server/providers/kit/errors/vendor-sentence'

const create = (details: { status?: number, type?: string, message?: string, retryAfterMs?: number }) =>
  createProviderError({ message: '', cause: undefined, label: 'Vendor', ...details })

describe('createProviderError', () => {
  it.each([
    [400, 'provider-rejected', false],
    [401, 'provider-rejected', false],
    [403, 'provider-rejected', false],
    [404, 'provider-rejected', false],
    [408, 'provider-unavailable', true],
    [413, 'provider-rejected', false],
    [429, 'provider-rate-limited', true],
    [500, 'provider-unavailable', true],
    [529, 'provider-unavailable', true],
    [302, 'provider-rejected', false],
    [undefined, 'provider-unavailable', true],
  ])('maps status %s to %s', (status, code, retryable) => {
    expect(create({ status })).toMatchObject({ code, retryable })
  })

  it('says how to repair a refused key or a moved address, in words that fit a chat and the screen of providers', () => {
    expect(create({ status: 401 }).message).toBe('Vendor rejected the key. Check it in this provider\'s settings.')
    expect(create({ status: 302 }).message).toContain('enter the address it leads to in this provider\'s settings.')
  })

  it('does not ask to retry when the account is empty', () => {
    expect(create({ status: 429, type: 'insufficient_quota' })).toMatchObject({ code: 'provider-rejected', retryable: false })
  })

  it('keeps the delay the vendor asked for', () => {
    expect(create({ status: 429, retryAfterMs: 1500 }).retryAfterMs).toBe(1500)
  })

  it('quotes the vendor in one short line without keys and without markup', () => {
    const said = create({ status: 400, message: `bad\n thing sk-abcdefghijkl and Bearer abc.def ${'long '.repeat(100)}` }).message
    expect(said).toContain('bad thing [removed] and [removed]')
    expect(said.length).toBeLessThan(400)
    expect(create({ status: 400, message: '<html><body>502</body></html>' }).message).not.toContain('<')
  })
})

describe('createProtocolError', () => {
  it('quotes a message of any length by its beginning', () => {
    expect(readVendorSentence(`The key is wrong: ${'A'.repeat(20_000_000)}`)).toBe('The key is wrong: [removed]')
  })

  it('keeps the cause for the log', () => {
    const cause = new Error('x')
    expect(createProtocolError('Vendor', { what: 'broke off', cause })).toMatchObject({ code: 'provider-protocol', cause })
  })
})
