import type { Role } from '#shared/account'

export const ROLE_WORDING: Readonly<Record<Role, { readonly label: string, readonly description: string }>> = {
  user: { label: 'User', description: 'Chats, calls tools, and reads the records of their own calls.' },
  reviewer: { label: 'Reviewer', description: 'The same, and reads, verifies and exports the whole audit.' },
  admin: { label: 'Administrator', description: 'The same, and changes tools, providers and users.' },
}

const ORDER: readonly Role[] = ['user', 'reviewer', 'admin']

/** For a choice, from the least to the most. */
export const ROLE_CHOICES = ORDER.map(value => ({ value, ...ROLE_WORDING[value] }))
