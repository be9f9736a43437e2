import { describe, expect, it } from 'vitest'
import { readRedirectAddress } from '#server/providers/kit/errors/redirect-address'

const PATHS = /\/(?:chat\/completions|responses|messages|models(?:\/.*)?)$/

describe('readRedirectAddress', () => {
  it.each([
    ['https://new.example/v1/chat/completions', 'https://new.example/v1'],
    ['https://new.example/openai/v1/responses', 'https://new.example/openai/v1'],
    ['http://127.0.0.1:8080/v1/messages?beta=true', 'http://127.0.0.1:8080/v1'],
    ['https://new.example/v1beta/models/gemini-3.8-flash:streamGenerateContent?alt=sse', 'https://new.example/v1beta'],
    ['https://new.example/v1/models', 'https://new.example/v1'],
  ])('reads the base URL out of %s [F002-A49]', (location, address) => {
    expect(readRedirectAddress(new Headers({ location }), PATHS)).toBe(address)
  })

  it('names only the server of an address that is none of ours, and nothing that may be secret', () => {
    expect(readRedirectAddress(
      new Headers({ location: 'https://person:word@login.example/start?token=abc' }), PATHS,
    )).toBe('https://login.example')
    expect(readRedirectAddress(
      new Headers({ location: 'https://new.example/sk-0123456789abcdef/v1/models' }), PATHS,
    )).toBe('https://new.example/[removed]/v1')
  })

  it.each([undefined, '/v1/models', 'javascript:alert(1)', 'https://'])('names none for %s', (location) => {
    expect(readRedirectAddress(new Headers(location === undefined ? {} : { location }), PATHS)).toBeUndefined()
  })
})
