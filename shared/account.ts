import { z } from 'zod'

export const roleSchema = z.enum(['user', 'reviewer', 'admin'])
export type Role = z.infer<typeof roleSchema>

export const scopeSchema = z.enum(['chat', 'tools', 'audit', 'admin'])
export type Scope = z.infer<typeof scopeSchema>

const email = z.email().max(200).transform(value => value.toLowerCase())
const personName = z.string().trim().min(1).max(100)
const password = z.string().min(10, 'At least 10 characters.').max(200)

export const setupSchema = z.strictObject({
  token: z.string().min(1).max(200),
  email,
  name: personName,
  password,
})
export type SetupInput = z.infer<typeof setupSchema>

export const loginSchema = z.strictObject({ email, password: z.string().min(1).max(200) })
export type LoginInput = z.infer<typeof loginSchema>

export const tokenInputSchema = z.strictObject({
  name: z.string().trim().min(1).max(100),
  scopes: z.array(scopeSchema).min(1),
})
export type TokenInput = z.infer<typeof tokenInputSchema>

export const accountSchema = z.object({ id: z.string(), email: z.string(), name: z.string(), role: roleSchema })
export type Account = z.infer<typeof accountSchema>

export const userStatusSchema = z.enum(['active', 'suspended'])
export type UserStatus = z.infer<typeof userStatusSchema>

/** `POST /api/users`. */
export const userInputSchema = z.strictObject({ email, name: personName, role: roleSchema, password })
export type UserInput = z.infer<typeof userInputSchema>

/** `PATCH /api/users/:id`. The email address stays: it is what a person signs in with and the audit knows them by. */
export const userPatchSchema = z.strictObject({
  name: personName.optional(),
  role: roleSchema.optional(),
  status: userStatusSchema.optional(),
  password: password.optional(),
}).refine(patch => Object.values(patch).some(value => value !== undefined), 'Provide at least one of name, role, status or password.')
export type UserPatch = z.infer<typeof userPatchSchema>

/** What an admin sees of a user. The password is not there in any form. */
export interface UserListing extends Account {
  readonly status: UserStatus
  readonly createdAt: string
}

/** `GET /api/auth/session`: who is signed in, and whether the instance still waits for its first admin. */
export interface SessionInfo { readonly user: Account | null, readonly needsSetup: boolean }

export interface TokenListing {
  readonly id: string
  readonly name: string
  readonly scopes: readonly Scope[]
  readonly createdAt: string
  readonly lastUsedAt: string | null
}

/** `POST /api/tokens`: the token with its secret, which is shown this one time. */
export interface CreatedToken extends TokenListing { readonly token: string }
