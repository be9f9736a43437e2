import type {
  CreatedToken, LoginInput, SessionInfo, SetupInput, TokenInput, TokenListing, UserInput, UserListing, UserPatch,
} from '#shared/account'
import type { AccessContext } from './access-context'
import type { Actor } from '#server/ports/actor'
import { createToken, listTokens, revokeToken } from './api-tokens'
import { authenticate, type Credential } from './authenticate'
import { logIn, type LoginClient, type StartedLogin } from './log-in'
import type { StartedSession } from './sessions'
import { completeSetup } from './set-up'
import { createUser, deleteUser, listUsers, updateUser } from './users'

/** Users, sessions and API tokens. */
export interface AccessService {
  needsSetup(): Promise<boolean>
  completeSetup(input: SetupInput): Promise<StartedSession>
  /** `client` is for the limits on failed attempts. */
  login(input: LoginInput, client: LoginClient): Promise<StartedLogin>
  /** Ends the session that the actor came by; a token stays, it is revoked by its id. */
  logout(actor: Actor): Promise<void>
  authenticate(credential: Credential): Promise<Actor | null>
  describeSession(actor: Actor | null): Promise<SessionInfo>
  listTokens(actor: Actor): Promise<readonly TokenListing[]>
  createToken(actor: Actor, input: TokenInput): Promise<CreatedToken>
  revokeToken(actor: Actor, id: string): Promise<void>
  listUsers(): Promise<readonly UserListing[]>
  createUser(actor: Actor, input: UserInput): Promise<UserListing>
  updateUser(actor: Actor, id: string, patch: UserPatch): Promise<UserListing>
  deleteUser(actor: Actor, id: string): Promise<void>
}

export function createAccessService(context: AccessContext): AccessService {
  const { store, audit, now } = context
  const needsSetup = async () => await store.countUsers() === 0
  return {
    needsSetup,
    completeSetup: input => completeSetup(context, input),
    login: (input, client) => logIn(context, input, client),
    async logout(actor) {
      if (!actor.sessionId) return
      await store.deleteSession(actor.sessionId)
      await audit.record({ kind: 'auth.logout', at: now().toISOString(), actor, success: true })
    },
    authenticate: credential => authenticate(context, credential),
    async describeSession(actor) {
      const user = actor && { id: actor.userId, email: actor.email, name: actor.userName, role: actor.role }
      return { user, needsSetup: user ? false : await needsSetup() }
    },
    listTokens: actor => listTokens(context, actor),
    createToken: (actor, input) => createToken(context, actor, input),
    revokeToken: (actor, id) => revokeToken(context, actor, id),
    listUsers: () => listUsers(context),
    createUser: (actor, input) => createUser(context, actor, input),
    updateUser: (actor, id, patch) => updateUser(context, actor, { id, patch }),
    deleteUser: (actor, id) => deleteUser(context, actor, id),
  }
}
