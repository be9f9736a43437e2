import { type Dispatcher, request } from 'undici'

/** The body of an answer, one piece for each read of the socket. */
export interface BodyPieces {
  next(): Promise<IteratorResult<Uint8Array, unknown>>
  /** Gives up the rest, and the connection with it. */
  cancel(): void
}

/** An answer that is read as it comes: its body is in `pieces`, and `body` is null. */
export class StreamedResponse extends Response {
  constructor(readonly pieces: BodyPieces, init: ResponseInit) {
    super(null, init)
  }
}

/**
 * The `fetch` that the SDKs are given. The platform's own passes each piece through a web stream, which costs as much as
 * the rest of a request; here an accepted POST is a `StreamedResponse`, and anything else is read whole. Redirects are
 * not followed: they would carry the key to an address that nobody entered.
 */
export async function socketFetch(url: string | URL | Request, { method = 'GET', headers, body, signal }: RequestInit = {}): Promise<Response> {
  const answer = await request(url instanceof Request ? url.url : url, {
    method: method as Dispatcher.HttpMethod, // the SDKs write it in capitals
    // Left unsaid, a server may choose any coding.
    headers: { 'accept-encoding': 'identity', ...Object.fromEntries(new Headers(headers)) },
    body: typeof body === 'string' ? body : null,
    signal: signal ?? null,
  })
  const init = { status: answer.statusCode, headers: toHeaders(answer.headers) }
  const isStreamed = method === 'POST' && answer.statusCode >= 200 && answer.statusCode < 300
  return isStreamed ? new StreamedResponse(toPieces(answer.body), init) : new Response(await answer.body.text() || null, init)
}

/** Of what an SDK answers to a POST that was sent through `socketFetch`. */
export function openPieces(response: Response): BodyPieces {
  if (response instanceof StreamedResponse) return response.pieces
  throw new TypeError('The SDK answered with another response than its fetch gave it.')
}

function toPieces(body: Dispatcher.ResponseData['body']): BodyPieces {
  // A body that is given up tells so by an event; whoever reads it is told by the read.
  body.on('error', () => {})
  const pieces = body.iterator({ destroyOnReturn: false })
  return {
    next: () => pieces.next(),
    cancel: () => void body.destroy(),
  }
}

function toHeaders(fields: Dispatcher.ResponseData['headers']): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(fields)) {
    for (const one of [value].flat()) if (one !== undefined) headers.append(name, one)
  }
  return headers
}
