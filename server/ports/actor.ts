import type { Role, Scope } from '#shared/account'

/** Whose data is read or changed. */
export interface Owner { readonly userId: string }

/** Who does something, as the audit names them. */
export interface NamedActor extends Owner { readonly userName: string }

/** Who is asking: a user as the database knows them at this request, and by what credential they came. */
export interface Actor extends NamedActor {
  readonly email: string
  readonly role: Role
  /** What an API token was issued for; `null` for a session, which may do all that the role allows. */
  readonly scopes: readonly Scope[] | null
  readonly via: 'session' | 'token'
  /** Present for a session: what signing out ends. */
  readonly sessionId?: string
}
