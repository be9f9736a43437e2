import type { H3Event } from 'h3'

/** Aborts when the caller hangs up before the answer was sent. */
export function readCallerSignal(event: H3Event): AbortSignal {
  const caller = new AbortController()
  const response = event.node.res
  const leave = () => {
    if (!response.writableFinished) caller.abort(new Error('the caller hung up'))
  }
  response.once('close', leave)
  if (response.destroyed) leave()
  return caller.signal
}
