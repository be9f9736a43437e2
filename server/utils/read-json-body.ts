import type { IncomingMessage } from 'node:http'
import { getRequestHeader } from 'h3'
import type { H3Event } from 'h3'
import { AppError } from '#server/errors'
import { hasMoreEntries, MAX_JSON_ENTRIES } from '#shared/json-entries'
import { LARGE_BODY_BYTES, type LargeBodySlot } from './large-bodies'
import { parseJson } from './parse-json'

/** After an error the rest is thrown away, so that the sender can read our answer; beyond this the line is cut. */
const DISCARD_LIMIT_BYTES = 128 * 1024 * 1024

interface BodyLimits {
  readonly limitBytes: number
  /** Taken as soon as the body is known to be large. */
  readonly slot: LargeBodySlot
}

/** Reads a JSON body, counting while it arrives; an absent body is `undefined`. */
export async function readJsonBody(event: H3Event, limits: BodyLimits): Promise<unknown> {
  const { req } = event.node
  try {
    checkSize(Number(getRequestHeader(event, 'content-length') ?? 0), limits)
    const bytes = await collect(req, limits)
    if (bytes.length === 0) return undefined
    requirePlainJson(event)
    const text = decode(bytes)
    rejectManyEntries(text)
    return parseJson(text)
  }
  catch (error) {
    if (!req.readableEnded) discardRest(req)
    throw error
  }
}

function checkSize(size: number, { limitBytes, slot }: BodyLimits): void {
  if (size > limitBytes) throw new AppError('payload-too-large', `The body is larger than ${limitBytes.toLocaleString('en')} bytes.`)
  if (size > LARGE_BODY_BYTES) slot.take()
}

// A form or text/plain can be sent by any page without asking; JSON cannot. Compressed bodies would dodge the size limit.
function requirePlainJson(event: H3Event): void {
  const type = getRequestHeader(event, 'content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json') {
    throw new AppError('invalid-request', 'Send the body as JSON, with the header "Content-Type: application/json".')
  }
  if ((getRequestHeader(event, 'content-encoding') ?? 'identity') !== 'identity') {
    throw new AppError('invalid-request', 'Send the body uncompressed, without "Content-Encoding".')
  }
}

function rejectManyEntries(text: string): void {
  if (!hasMoreEntries(text, MAX_JSON_ENTRIES)) return
  throw new AppError(
    'invalid-request', `A body may hold ${MAX_JSON_ENTRIES.toLocaleString('en')} keys and list items; this one holds more.`,
  )
}

async function collect(req: IncomingMessage, limits: BodyLimits): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    // Not destroyed on return: that would close the socket before our answer is out.
    for await (const chunk of req.iterator({ destroyOnReturn: false })) {
      const bytes: Buffer = chunk
      size += bytes.length
      checkSize(size, limits)
      chunks.push(bytes)
    }
  }
  catch (cause) {
    if (cause instanceof AppError) throw cause
    throw new AppError('invalid-request', 'The body ended before it was complete.', { cause })
  }
  return Buffer.concat(chunks)
}

function discardRest(req: IncomingMessage): void {
  let discarded = 0
  req.on('data', (chunk: Buffer) => {
    discarded += chunk.length
    if (discarded > DISCARD_LIMIT_BYTES) req.destroy()
  })
  req.on('error', () => { /* The sender left while we threw its bytes away: nobody waits for them. */ })
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  }
  catch (cause) {
    throw new AppError('invalid-request', 'The body is not UTF-8 text.', { cause })
  }
}
