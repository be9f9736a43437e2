import type { Role, Scope } from '#shared/account'

/** Who is asking: a user as the database knows them at this request, and by what credential they came. */
export interface Actor {
  readonly userId: string
  readonly userName: string
  readonly email: string
  readonly role: Role
  /** What an API token was issued for; `null` for a session, which may do all that the role allows. */
  readonly scopes: readonly Scope[] | null
  readonly via: 'session' | 'token'
  /** Present for a session: what signing out ends. */
  readonly sessionId?: string
}
