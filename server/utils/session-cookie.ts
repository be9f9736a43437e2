import { deleteCookie, getCookie, setCookie } from 'h3'
import type { H3Event } from 'h3'
import type { StartedSession } from '#server/access/sessions'
import type { Config } from '#server/config'
import { isSecureRequest } from './request-origin'

// The `__Host-` prefix makes browsers refuse the cookie from a sister domain or over http; plain http cannot set it.
function cookieName(secure: boolean): string {
  return secure ? '__Host-patchbay_session' : 'patchbay_session'
}

export function readSessionCookie(event: H3Event, config: Config): string | undefined {
  return getCookie(event, cookieName(isSecureRequest(event, config)))
}

export function setSessionCookie(event: H3Event, config: Config, session: StartedSession): void {
  const secure = isSecureRequest(event, config)
  setCookie(event, cookieName(secure), session.secret, { httpOnly: true, sameSite: 'lax', secure, path: '/', expires: session.expiresAt })
}

export function clearSessionCookie(event: H3Event, config: Config): void {
  const secure = isSecureRequest(event, config)
  deleteCookie(event, cookieName(secure), { httpOnly: true, sameSite: 'lax', secure, path: '/' })
}
