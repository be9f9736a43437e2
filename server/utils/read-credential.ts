import { getRequestHeader } from 'h3'
import type { H3Event } from 'h3'
import type { Credential } from '#server/access/authenticate'
import type { Config } from '#server/config'
import { readSessionCookie } from './session-cookie'

/** What the request shows of who sent it. A bearer token stands alone: with a wrong one, the cookie does not help out. */
export function readCredential(event: H3Event, config: Config): Credential | undefined {
  const authorization = getRequestHeader(event, 'authorization')
  if (authorization !== undefined) {
    const token = /^Bearer +(\S+)$/i.exec(authorization.trim())?.[1]
    return token === undefined ? undefined : { kind: 'token', secret: token }
  }
  const secret = readSessionCookie(event, config)
  return secret ? { kind: 'session', secret } : undefined
}
