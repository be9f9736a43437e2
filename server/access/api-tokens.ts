import type { CreatedToken, Scope, TokenInput, TokenListing } from '#shared/account'
import { AppError, notFound } from '#server/errors'
import type { TokenRow } from '#server/ports/access-store'
import type { AccessContext } from './access-context'
import type { Actor } from '#server/ports/actor'
import { createSecret, hashSecret } from './secret'

/** The marker lets people and secret scanners recognise a token of ours. */
const TOKEN_PREFIX = 'pb_'

export async function listTokens({ store }: AccessContext, actor: Actor): Promise<readonly TokenListing[]> {
  return (await store.listTokens(actor.userId)).map(toListing)
}

export async function createToken(context: AccessContext, actor: Actor, input: TokenInput): Promise<CreatedToken> {
  const { store, audit, now, newId } = context
  const scopes = [...new Set(input.scopes)]
  const beyond = scopes.filter(scope => !mayGive(actor, scope))
  if (beyond.length > 0) throw new AppError('forbidden', `You cannot give a token more than you may do yourself: ${beyond.join(', ')}.`)
  const token = TOKEN_PREFIX + createSecret()
  const row: TokenRow = {
    id: newId(), secretHash: hashSecret(token), userId: actor.userId, name: input.name, scopes, createdAt: now().toISOString(),
    lastUsedAt: null,
  }
  await store.createToken(row)
  await audit.record({ kind: 'token.created', at: row.createdAt, actor, success: true, input: { id: row.id, name: row.name, scopes } })
  return { ...toListing(row), token }
}

export async function revokeToken({ store, audit, now }: AccessContext, actor: Actor, id: string): Promise<void> {
  if (!await store.deleteToken(id, actor.userId)) throw notFound('token')
  await audit.record({ kind: 'token.revoked', at: now().toISOString(), actor, success: true, input: { id } })
}

function mayGive(actor: Actor, scope: Scope): boolean {
  if (actor.scopes && !actor.scopes.includes(scope)) return false
  return scope !== 'admin' || actor.role === 'admin'
}

function toListing({ id, name, scopes, createdAt, lastUsedAt }: TokenRow): TokenListing {
  return { id, name, scopes, createdAt, lastUsedAt }
}
