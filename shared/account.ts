import { z } from 'zod'

export const roleSchema = z.enum(['user', 'reviewer', 'admin'])
export type Role = z.infer<typeof roleSchema>

export const scopeSchema = z.enum(['chat', 'tools', 'audit', 'admin'])
export type Scope = z.infer<typeof scopeSchema>

const email = z.email().max(200).transform(value => value.toLowerCase())
const password = z.string().min(10, 'Use at least 10 characters.').max(200)

export const setupSchema = z.strictObject({
  token: z.string().min(1).max(200),
  email,
  name: z.string().trim().min(1).max(100),
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
