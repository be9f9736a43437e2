import type { H3Event } from 'h3'
import { AppError } from '#server/errors'

/** Answers what no route of the API took: an address that is not there, or one that knows other methods only. */
export function rejectUnknownRoute(event: H3Event): never {
  const asked = `${event.method} ${event.path.split('?')[0]}`
  // Besides the methods of its files, the router notes here under `all` that it came to us.
  const methods = Object.keys(event.context.matchedRoute?.handlers ?? {}).filter(method => method !== 'all')
    .map(method => method.toUpperCase())
  throw new AppError(
    'not-found', methods.length > 0 ? `The API has no ${asked}, only ${methods.join(', ')} there.` : `The API has no ${asked}.`,
  )
}
