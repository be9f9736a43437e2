import type { Role } from '#shared/account'

export const ROLE_WORDING: Readonly<Record<Role, { readonly label: string, readonly description: string }>> = {
  user: { label: 'User', description: 'Chats, calls tools, and reads the records of their own calls.' },
  reviewer: { label: 'Reviewer', description: 'The same, and reads, verifies and exports the whole audit.' },
  admin: { label: 'Administrator', description: 'The same, and changes tools, providers and users.' },
}

const ORDER: readonly Role[] = ['user', 'reviewer', 'admin']

/** For a choice, from the least to the most. */
export const ROLE_CHOICES = ORDER.map(value => ({ value, ...ROLE_WORDING[value] }))

export interface PasswordStrength {
  /** 0 = not enough to be accepted, 4 = strong. */
  readonly level: 0 | 1 | 2 | 3 | 4
  readonly hint: string
}

/** The server's own limits, repeated here so that the hint counts down to the first. */
export const PASSWORD_MIN_LENGTH = 10
export const PASSWORD_MAX_LENGTH = 200

const OBVIOUS = /^(.)\1*$|password|passwort|qwert|letmein|patchbay|12345/i

/**
 * A hint, not a gate: length first, because that is what makes a password hard to guess,
 * then whether it is one of the patterns that everybody tries.
 */
export function readPasswordStrength(password: string): PasswordStrength {
  const missing = PASSWORD_MIN_LENGTH - password.length
  if (!password) return { level: 0, hint: `At least ${PASSWORD_MIN_LENGTH} characters. A few unrelated words work well.` }
  if (missing > 0) return { level: 0, hint: `${missing} more ${missing === 1 ? 'character' : 'characters'} needed.` }
  if (password.length > PASSWORD_MAX_LENGTH) return { level: 0, hint: `At most ${PASSWORD_MAX_LENGTH} characters.` }
  if (OBVIOUS.test(password)) return { level: 1, hint: 'Easy to guess: common pattern.' }
  const distinct = new Set(password).size
  if (password.length >= 20 && distinct >= 10) return { level: 4, hint: 'Strong.' }
  if (password.length >= 14 && distinct >= 8) return { level: 3, hint: 'Good.' }
  return { level: 2, hint: 'Acceptable. Longer is stronger.' }
}
