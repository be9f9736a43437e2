import type { H3Event } from 'h3'
import type { Actor } from '#server/ports/actor'
import { AppError } from '#server/errors'

/** Often enough that a caller whose access was revoked is cut off within five seconds. */
const CHECK_INTERVAL_MS = 4000

/**
 * Aborts when the caller hangs up before the whole answer was sent, and when their access is revoked meanwhile: by
 * log-out, a revoked token, suspension, deletion or another role.
 */
export function readCallerSignal(event: H3Event, actor: Actor, intervalMs = CHECK_INTERVAL_MS): AbortSignal {
  const caller = new AbortController()
  const response = event.node.res
  const timer = setInterval(() => void check(), intervalMs)
  response.once('close', leave)
  if (response.destroyed) leave()
  return caller.signal

  function leave(): void {
    clearInterval(timer)
    if (!response.writableFinished) caller.abort(new Error('the caller hung up'))
  }

  async function check(): Promise<void> {
    // A database error says nothing about the caller: the next check will.
    if (await hasSameAccess(event, actor).catch(() => true)) return
    clearInterval(timer)
    caller.abort(new AppError('unauthenticated', 'Your access was revoked before the answer was complete. Sign in again.'))
  }
}

async function hasSameAccess(event: H3Event, actor: Actor): Promise<boolean> {
  const current = await event.context.findActor?.()
  return current?.userId === actor.userId && current.role === actor.role
}
