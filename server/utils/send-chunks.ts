import { pipeline } from 'node:stream/promises'
import type { H3Event } from 'h3'

/** A reader that takes nothing for this long is gone, even if its connection was never closed. */
const STALL_MS = 10 * 60 * 1000

interface SendOptions {
  /** Aborts when the process shuts down, which a slow reader would delay, and when the reader's access is revoked. */
  readonly closing: AbortSignal
  /** Default 10 minutes. */
  readonly stallMs?: number
}

/** Writes chunks as fast as the reader takes them, and asks for no further one once the reader has left. */
export async function sendChunks(
  event: H3Event, chunks: AsyncIterable<string>, { closing, stallMs = STALL_MS }: SendOptions,
): Promise<void> {
  const response = event.node.res
  response.setTimeout(stallMs, () => response.destroy())
  try {
    await pipeline(chunks, response, { signal: closing })
  }
  catch (error) {
    // A reader who leaves is no error; the status line has been sent, so neither is there anybody to tell.
    if (!isEndOfConnection(error)) throw error
  }
}

function isEndOfConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? error.code : undefined
  return error.name === 'AbortError' || code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ERR_STREAM_DESTROYED' || code === 'ECONNRESET'
    || code === 'EPIPE'
}
