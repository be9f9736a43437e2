import type { H3Event } from 'h3'
import type { Actor } from '#server/ports/actor'
import type { Services } from '#server/services'
import { readCallerSignal } from './caller-signal'
import { sendRunEvents } from './send-run-events'

interface StreamRequest { readonly actor: Actor, readonly runId: string, readonly after: number, readonly services: Services }

/** Streams one run of this actor to the caller. */
export async function streamRun(event: H3Event, { actor, runId, after, services }: StreamRequest): Promise<void> {
  await sendRunEvents(event, {
    follow: () => services.runs.follow(actor, runId, after),
    closing: AbortSignal.any([services.closing, readCallerSignal(event, actor)]),
  })
}
