import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'

const DEVICE_COOKIE_DAYS = 365

/**
 * Marks browsers in which somebody has signed in to an account before (OWASP, "Device Cookies"). Guesses of strangers
 * then count apart from such a browser, and cannot lock it out. The cookie lets nobody in: it proves no password.
 */
export interface DeviceCookies {
  issue(email: string): string
  /** What to count the attempts of this browser under; undefined unless the cookie is ours, of this account, and still good. */
  read(email: string, cookie: string | undefined): string | undefined
}

/** Signed with a key of its own that is derived from the secrets keys: the first one signs, the others are still accepted. */
export function createDeviceCookies(secretsKeys: readonly Buffer[], now: () => Date): DeviceCookies {
  const keys = secretsKeys.map(key => Buffer.from(hkdfSync('sha256', key, '', 'patchbay device cookie', 32)))
  const [current] = keys
  if (!current) throw new Error('There is no key to sign device cookies with.')
  return {
    issue(email) {
      const device = `${now().getTime()}.${randomBytes(16).toString('base64url')}`
      return `${device}.${sign(current, email, device).toString('base64url')}`
    },
    read(email, cookie) {
      const [, device = '', issuedAt, signature = ''] = /^((\d{1,15})\.[\w-]{22})\.([\w-]{43})$/.exec(cookie ?? '') ?? []
      if (Number(issuedAt) + DEVICE_COOKIE_DAYS * 24 * 3600 * 1000 <= now().getTime()) return undefined
      const given = Buffer.from(signature, 'base64url')
      const isOurs = keys.map(key => sign(key, email, device))
        .some(expected => expected.length === given.length && timingSafeEqual(expected, given))
      return isOurs ? device : undefined
    },
  }
}

/** No email address holds a line break, so the two cannot be told apart in another way. */
function sign(key: Buffer, email: string, device: string): Buffer {
  return createHmac('sha256', key).update(`${email}\n${device}`).digest()
}
