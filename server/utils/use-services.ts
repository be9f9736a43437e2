import type { H3Event } from 'h3'
import type { Actor } from '#server/ports/actor'
import type { Services } from '#server/services'

declare module 'h3' {
  interface H3EventContext {
    /** Set by the boot plugin before anything else sees the request. */
    services?: Services
    /**
     * Reads the caller from the database, as they are at this moment. Set by `server/middleware/actor.ts`; without it
     * every caller is anonymous.
     */
    findActor?: () => Promise<Actor | null>
    requestId?: string
    /** Set while the request holds a slot of its user. */
    releaseRequestSlot?: () => void
    /** Only the headers are wanted: set by `server/middleware/head-requests.ts`, which makes it a `GET`. */
    isHead?: boolean
  }
}

/** The services of the running application. */
export function useServices(event: H3Event): Services {
  const { services } = event.context
  if (!services) throw new Error('No services on the request: the boot plugin has not run.')
  return services
}
