import { roleSchema } from '#shared/account'
import type { Role, Scope } from '#shared/account'
import type { Actor } from '#server/ports/actor'
import { AppError } from '#server/errors'

/** What a token needs where the route names no scope: no route is open to every token. */
const DEFAULT_SCOPE: Readonly<Record<Role, Scope>> = { user: 'chat', reviewer: 'audit', admin: 'admin' }

export interface AccessLevel {
  readonly role: Role | 'public'
  readonly scope?: Scope
}

/** Throws unless this caller may use a route of this level. */
export function authorise(actor: Actor | null, level: AccessLevel): void {
  if (level.role === 'public') return
  if (!actor) {
    throw new AppError('unauthenticated', 'Sign in, or send a valid API token as "Authorization: Bearer pb_…".')
  }
  if (rank(actor.role) < rank(level.role)) {
    throw new AppError('forbidden', `This needs the role "${level.role}"; yours is "${actor.role}".`)
  }
  const scope = level.scope ?? DEFAULT_SCOPE[level.role]
  if (actor.scopes && !actor.scopes.includes(scope)) {
    throw new AppError('forbidden', `This API token lacks the scope "${scope}". Create one that has it.`)
  }
}

/** The roles are listed in rising order, each including the one before. */
function rank(role: Role): number {
  return roleSchema.options.indexOf(role)
}
