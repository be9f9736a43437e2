import { describe, expect, it } from 'vitest'
import { setupSchema } from '#shared/account'
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH, readPasswordStrength } from '~/utils/wording/account-wording'

describe('readPasswordStrength', () => {
  it('counts down to what the server accepts', () => {
    expect(readPasswordStrength('a')).toEqual({ level: 0, hint: '9 more characters needed.' })
    expect(readPasswordStrength('abcdefghi').hint).toBe('1 more character needed.')
    const accepted = (password: string) => setupSchema.shape.password.safeParse(password).success
    expect([accepted('x'.repeat(PASSWORD_MIN_LENGTH - 1)), accepted('x'.repeat(PASSWORD_MIN_LENGTH))]).toEqual([false, true])
    expect([accepted('x'.repeat(PASSWORD_MAX_LENGTH)), accepted('x'.repeat(PASSWORD_MAX_LENGTH + 1))]).toEqual([true, false])
    expect(readPasswordStrength('x'.repeat(PASSWORD_MAX_LENGTH + 1))).toEqual({ level: 0, hint: 'At most 200 characters.' })
  })

  it.each([
    ['aaaaaaaaaaaaaaaa', 1], ['my-password-99', 1], ['kelp orbit', 2], ['kelp orbit tin', 3], ['kelp orbit tin marble', 4],
  ] as const)('rates %s as %i', (password, level) => {
    expect(readPasswordStrength(password).level).toBe(level)
  })
})
