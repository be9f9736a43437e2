import { type Dispatcher, request } from 'undici'
import { createHeldAnswer } from './held-answers'

/** Longer than any refusal or list of models; the rest is not read, so that nobody can fill the memory with it. */
const MAX_WHOLE_BYTES = 16 * 1024 * 1024

/** The body of an answer, one piece for each read of the socket. */
export interface BodyPieces {
  next(): Promise<IteratorResult<Uint8Array, unknown>>
  /** Gives up the rest, and the connection with it. */
  cancel(): void
}

/** An answer that is read as it comes: its body is in `pieces`, and `body` is null. */
class StreamedResponse extends Response {
  constructor(readonly pieces: BodyPieces, init: ResponseInit) {
    super(null, init)
  }
}

/**
 * The `fetch` that the SDKs are given. The platform's own passes each piece through a web stream, which costs as much as
 * the rest of a request; here an accepted POST is a `StreamedResponse`, and anything else is read whole. Redirects are
 * not followed: they would carry the key to an address that nobody entered.
 */
export async function socketFetch(
  url: string | URL | Request, { method = 'GET', headers, body, signal }: RequestInit = {},
): Promise<Response> {
  const answer = await request(url instanceof Request ? url.url : url, {
    method: method as Dispatcher.HttpMethod, // the SDKs write it in capitals
    // Left unsaid, a server may choose any coding.
    headers: { 'accept-encoding': 'identity', ...Object.fromEntries(new Headers(headers)) },
    body: typeof body === 'string' ? body : null,
    signal: signal ?? null,
  })
  const init = { status: answer.statusCode, headers: toHeaders(answer.headers) }
  const isStreamed = method === 'POST' && answer.statusCode >= 200 && answer.statusCode < 300
  return isStreamed ? new StreamedResponse(toPieces(answer.body), init) : new Response(await readWhole(answer.body) || null, init)
}

/** Of what an SDK answers to a POST that was sent through `socketFetch`. */
export function openPieces(response: Response): BodyPieces {
  if (response instanceof StreamedResponse) return response.pieces
  throw new TypeError('The SDK answered with another response than its fetch gave it.')
}

function toPieces(body: Dispatcher.ResponseData['body']): BodyPieces {
  // A destroyed body emits an error event; its reader gets the same error from the read.
  body.on('error', () => {})
  const pieces = body.iterator({ destroyOnReturn: false })
  return {
    next: () => pieces.next(),
    cancel: () => void body.destroy(),
  }
}

async function readWhole(body: Dispatcher.ResponseData['body']): Promise<string> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  const answer = createHeldAnswer()
  try {
    for await (const piece of body as AsyncIterable<Uint8Array>) { // a body that nobody set an encoding for
      bytes += piece.byteLength
      if (!answer.hold(bytes)) break
      pieces.push(piece)
      if (bytes >= MAX_WHOLE_BYTES) break
    }
    return Buffer.concat(pieces).toString('utf8', 0, MAX_WHOLE_BYTES)
  }
  finally {
    answer.release()
  }
}

function toHeaders(fields: Dispatcher.ResponseData['headers']): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(fields)) {
    for (const one of [value].flat()) if (one !== undefined) headers.append(name, one)
  }
  return headers
}
