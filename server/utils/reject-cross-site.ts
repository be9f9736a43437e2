import type { H3Event } from 'h3'
import type { Actor } from '#server/ports/actor'
import type { Config } from '#server/config'
import { AppError } from '#server/errors'
import { isSameOrigin } from './request-origin'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Protection from CSRF. A cookie travels with requests that foreign pages start, so whatever changes state by cookie must
 * prove where it comes from. A token is never sent by itself and needs no proof. Log-in and set-up have no cookie yet:
 * they are refused only when the browser says that another site sent them.
 */
export function rejectCrossSite(event: H3Event, actor: Actor | null, config: Config): void {
  if (SAFE_METHODS.has(event.method) || actor?.via === 'token') return
  const sameOrigin = isSameOrigin(event, config)
  if (sameOrigin || (sameOrigin === undefined && !actor)) return
  throw new AppError(
    'forbidden', 'The request does not come from a page of this server. Programs use an API token instead of the cookie.',
  )
}
