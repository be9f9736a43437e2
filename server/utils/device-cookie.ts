import { createHash } from 'node:crypto'
import { getCookie, setCookie } from 'h3'
import type { H3Event } from 'h3'
import type { StartedLogin } from '#server/access/log-in'
import type { Config } from '#server/config'
import { isSecureRequest } from './request-origin'

const YEAR_SECONDS = 365 * 24 * 3600

// One per account, because several people may use one browser. The name of the cookie does not contain the address.
function cookieName(email: string, secure: boolean): string {
  const account = createHash('sha256').update(email).digest('hex').slice(0, 16)
  return `${secure ? '__Host-' : ''}patchbay_device_${account}`
}

export function readDeviceCookie(event: H3Event, config: Config, email: string): string | undefined {
  return getCookie(event, cookieName(email, isSecureRequest(event, config)))
}

/** It stays after log-out: it lets nobody in, and only tells this browser from those of strangers. */
export function setDeviceCookie(event: H3Event, config: Config, { user, deviceCookie }: StartedLogin): void {
  const secure = isSecureRequest(event, config)
  setCookie(
    event, cookieName(user.email, secure), deviceCookie, { httpOnly: true, sameSite: 'lax', secure, path: '/', maxAge: YEAR_SECONDS },
  )
}
