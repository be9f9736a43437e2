import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { Server } from 'node:net'

interface Watcher {
  /** With the port that was given, also where any was asked for; undefined for a socket without one. */
  readonly onListening: (port: number | undefined) => void
  readonly onError: (error: unknown) => void
}

const LISTENS = 'tracing:net.server.listen:asyncEnd'
const FAILED = 'tracing:net.server.listen:error'

/**
 * Calls back once the server of this process listens, or cannot. The server is made by the preset, which hands it to
 * nobody, so Node itself is asked.
 */
export function watchListening({ onListening, onError }: Watcher): void {
  const onFailed = (message: unknown) => onError(readPart(message, 'error'))
  const onListens = (message: unknown) => {
    unsubscribe(LISTENS, onListens)
    unsubscribe(FAILED, onFailed)
    const server = readPart(message, 'server')
    const address = server instanceof Server ? server.address() : null
    onListening(typeof address === 'string' ? undefined : address?.port)
  }
  subscribe(LISTENS, onListens)
  subscribe(FAILED, onFailed)
}

function readPart(message: unknown, name: string): unknown {
  return typeof message === 'object' && message !== null ? Object.entries(message).find(([key]) => key === name)?.[1] : undefined
}
