import { describe, expect, it } from 'vitest'
import { toSafeRedirect } from '~/composables/useSignIn'

describe('toSafeRedirect', () => {
  it.each(['/audit?tool=calculate', '/chat/1#call', '/logins'])('returns to %s', (path) => {
    expect(toSafeRedirect(path)).toBe(path)
  })

  it.each([
    '//evil.example', '/\\evil.example', 'https://evil.example', '/\t/evil.example', '/login', '/setup?token=x', '', undefined, ['/a'],
  ])(
    'goes to the start page for %j [F009-A4]', (path) => {
      expect(toSafeRedirect(path)).toBe('/')
    },
  )
})
