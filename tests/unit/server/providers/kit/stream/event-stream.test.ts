import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type BodyPieces, openPieces, socketFetch } from '#server/providers/kit/request/socket-fetch'
import { readEventStream } from '#server/providers/kit/stream/event-stream'
import type { Framing } from '#server/providers/kit/stream/framing'
import { toBodyPieces } from '../../../../../support/to-body-pieces'

const encoder = new TextEncoder()
const TOO_LONG = {
  code: 'provider-protocol', retryable: false, message: expect.stringContaining('an event of more than 16,777,216 characters'),
}

function respond(...pieces: readonly (string | Uint8Array)[]): BodyPieces {
  return toBodyPieces(pieces.map(piece => typeof piece === 'string' ? encoder.encode(piece) : piece))
}

async function read(pieces: BodyPieces, onRawEvent?: (text: string) => void, framing: Framing = 'sse') {
  const batches = await Array.fromAsync(readEventStream(pieces, { label: 'Vendor', framing, touch: () => {}, onRawEvent }))
  return batches.map(batch => batch.map(message => message.data))
}

describe('readEventStream', () => {
  it('gives the events of one read together [F002-A42]', async () => {
    expect(await read(respond('data: a\n\ndata: b\n\n', 'data: c\n\n'))).toEqual([['a', 'b'], ['c']])
  })

  it.each([
    ['no space after the colon', 'data:a\n\n'],
    ['carriage returns and line feeds', 'data: a\r\n\r\n'],
    ['carriage returns alone', 'data: a\r\r'],
    ['a mark of the byte order', '\uFEFFdata: a\n\n'],
    ['comments between', ': OPENROUTER PROCESSING\n\ndata: a\n\n: keep-alive\n\n'],
    ['fields that nobody knows', 'retry: soon\nfoo: bar\nid: 1\ndata: a\n\n'],
    ['no blank line at the end', 'data: a\n'],
    ['no end of the last line', 'data: a'],
    ['empty events', 'data:\n\ndata: a\n\n'],
    ['its end marked, and more behind it', 'data: a\n\ndata: [DONE]\n\ndata: b\n\n'],
  ])('reads a stream with %s', async (_what, text) => {
    expect((await read(respond(text))).flat()).toEqual(['a'])
    expect((await read(respond(...text))).flat()).toEqual(['a'])
  })

  it('joins characters that were cut in two, and lines of one event', async () => {
    const bytes = encoder.encode('data: São 🌍\ndata: two\n\n')
    expect(await read(respond(...Array.from(bytes, byte => Uint8Array.of(byte))))).toEqual([['São 🌍\ntwo']])
  })

  it('takes a body that is JSON for one event, and a page of text for none', async () => {
    const json = '{"error":\n\n{"message":"São"}}\n'
    const seen: string[] = []
    expect(await read(respond(json), text => seen.push(text))).toEqual([[json]])
    expect(await read(respond('\n', ...json))).toEqual([[json]])
    expect(await read(respond('[{"error":{}},', '{}]'))).toEqual([['[{"error":{}},{}]']])
    expect(seen).toEqual([json])
    expect(await read(respond('<html>{}</html>'))).toEqual([])
    expect(await read(respond('\n\n'))).toEqual([])
    expect(await read(respond('\n\ndata: a\n\n'))).toEqual([['a']])
  })

  it.each(['data: ', '{"a":"'])('gives up what begins with %s and goes on for more than 16 MB [F002-A85]', async (beginning) => {
    const piece = encoder.encode('x'.repeat(1024 * 1024))
    await expect(read(respond(beginning, ...Array.from({ length: 16 }, () => piece)))).rejects.toMatchObject(TOO_LONG)
    expect((await read(respond(beginning, ...Array.from({ length: 15 }, () => piece), '\n\n'))).flat()).toHaveLength(1)
  })

  it.each([
    'data: ', '{"a":"',
  ])('gives up one more that begins with %s while others hold 128 MB without an end, and goes on with small ones [F002-A85]', async (
    beginning,
  ) => {
    const piece = encoder.encode('x'.repeat(1024 * 1024))
    const silent = Promise.withResolvers<IteratorResult<Uint8Array>>()
    const readers = Array.from({ length: 8 }, () => {
      const { next } = respond(beginning, ...Array.from({ length: 15 }, () => piece))
      let reads = 0
      const isRead = Promise.withResolvers<undefined>()
      const pieces = { next: () => {
        if (reads++ < 16) return next()
        isRead.resolve(undefined)
        return silent.promise
      }, cancel: () => {} }
      return { answer: read(pieces), isRead: isRead.promise }
    })
    await Promise.all(readers.map(({ isRead }) => isRead))
    const large = () => read(respond(beginning, ...Array.from({ length: 15 }, () => piece), '\n\n'))
    await expect(large()).rejects.toMatchObject({
      code: 'provider-unavailable', message: expect.stringContaining('too many large answers at once'),
    })
    expect(await read(respond('data: a\n\n'))).toEqual([['a']])
    silent.reject(new Error('lost'))
    await Promise.all(readers.map(({ answer }) => expect(answer).rejects.toThrow('lost')))
    expect((await large()).flat()).toHaveLength(1)
  })

  it('gives up an answer of whole events that come to more than 128 MB, and takes the next [F002-A85]', async () => {
    const events = (count: number) => Array.from({ length: count }, () => encoder.encode(`data: ${'x'.repeat(1024 * 1024)}\n\n`))
    await expect(read(respond(...events(140)))).rejects.toMatchObject({ code: 'provider-unavailable' })
    expect((await read(respond(...events(20)))).flat()).toHaveLength(20)
  })

  it('gives up an answer of a million events that say nothing, not to be asked for again [F002-A87]', async () => {
    const piece = encoder.encode('data: {}\n\n'.repeat(10_000))
    const pieces = (events: number) => Array.from({ length: events / 10_000 }, () => piece)
    await expect(read(respond(...pieces(1_000_000)))).rejects.toMatchObject({
      code: 'provider-protocol', retryable: false, message: expect.stringContaining('too many events'),
    })
    await read(respond(...pieces(900_000)))
  })

  it('takes an answer of 128,000 events of 500 characters [F002-A87]', async () => {
    const piece = encoder.encode(`data: ${'x'.repeat(494)}\n\n`.repeat(1000))
    expect((await read(respond(...Array.from({ length: 128 }, () => piece)))).flat()).toHaveLength(128_000)
  })

  it.each([
    'data: ', '',
  ])('gives up an event with more than 200,000 keys and list items before it is parsed, after "%s" [F002-A87]', async (beginning) => {
    // Each item counts, and each comma.
    const hold = (items: number) => encoder.encode(`${beginning}{"a":[${Array.from({ length: items }, () => '{}').join()}]}\n\n`)
    await expect(read(respond(hold(100_000)))).rejects.toMatchObject({
      code: 'provider-protocol', retryable: false, message: expect.stringContaining('200,000 keys'),
    })
    expect((await read(respond(hold(99_999)))).flat()).toHaveLength(1)
  })

  it('leaves a body alone that ended soon after the answer', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const pieces = { ...respond('data: [DONE]\n\n', ': bye\n\n'), cancel: vi.fn() }
    await read(pieces)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(pieces.cancel).not.toHaveBeenCalled()
  })

  it('tells the name of an event', async () => {
    const options = { label: 'Vendor', framing: 'sse', touch: () => {} } as const
    const [batch] = await Array.fromAsync(readEventStream(respond('event: error\ndata: no\n\n'), options))
    expect(batch).toEqual([{ name: 'error', data: 'no' }])
  })

  it('tells of each event before it is given, the end mark included, and of every read', async () => {
    const raw: string[] = []
    await read(respond('data: a\n\n', 'data: [DONE]\n\n'), text => raw.push(text))
    expect(raw).toEqual(['a', '[DONE]'])
    let touched = 0
    const comments = respond(': still here\n\n', ': still here\n\n')
    await Array.fromAsync(readEventStream(comments, { label: 'Vendor', framing: 'sse', touch: () => touched += 1 }))
    expect(touched).toBe(3)
  })

  it('takes an answer without a body for an empty stream', async () => {
    expect(await read(respond())).toEqual([])
  })
})

describe('readEventStream, of NDJSON [F002-A88]', () => {
  const readLines = (...pieces: readonly (string | Uint8Array)[]) => read(respond(...pieces), undefined, 'ndjson')

  it('gives the lines of one read together [F002-A42]', async () => {
    expect(await readLines('{"a":1}\n{"a":2}\n{"a"', ':3}\n')).toEqual([['{"a":1}', '{"a":2}'], ['{"a":3}']])
  })

  it.each([
    ['carriage returns and line feeds', '{"a":"São"}\r\n[1]\r\n'],
    ['a mark of the byte order', '\uFEFF{"a":"São"}\n[1]\n'],
    ['blank lines between', '\n{"a":"São"}\n \n\n[1]\n\n'],
    ['no end of the last line', '{"a":"São"}\n[1]'],
  ])('reads a stream with %s', async (_what, text) => {
    expect((await readLines(text)).flat()).toEqual(['{"a":"São"}', '[1]'])
    expect((await readLines(...Array.from(encoder.encode(text), byte => Uint8Array.of(byte)))).flat()).toEqual(['{"a":"São"}', '[1]'])
  })

  it('gives up a line that goes on for more than 16 MB [F002-A85]', async () => {
    const piece = encoder.encode('x'.repeat(1024 * 1024))
    await expect(readLines('{}\n{"a":"', ...Array.from({ length: 16 }, () => piece))).rejects.toMatchObject(TOO_LONG)
    expect((await readLines('{}\n{"a":"', ...Array.from({ length: 15 }, () => piece), '\n'))).toHaveLength(2)
  })

  it('gives up an answer of a million lines that say nothing [F002-A87]', async () => {
    const piece = encoder.encode('{}\n'.repeat(10_000))
    await expect(readLines(...Array.from({ length: 100 }, () => piece))).rejects.toMatchObject({
      code: 'provider-protocol', message: expect.stringContaining('too many events'),
    })
  })

  it('gives up a line with more than 200,000 keys and list items [F002-A87]', async () => {
    await expect(readLines(`{"a":[${Array.from({ length: 100_000 }, () => '{}').join()}]}\n`)).rejects.toMatchObject({
      code: 'provider-protocol', message: expect.stringContaining('200,000 keys'),
    })
  })
})

describe('readEventStream over HTTP', () => {
  async function post(url: string, signal?: AbortSignal): Promise<BodyPieces> {
    return openPieces(await socketFetch(url, { method: 'POST', signal }))
  }

  /** Answers each request with one event and leaves the rest to the test; counts the connections it is given. */
  async function startServer(answer: (response: ServerResponse) => void) {
    const server = createServer((_request, response) => {
      response.write('data: a\n\ndata: [DONE]\n\n')
      answer(response)
    })
    const seen = { connections: 0, closed: [] as Promise<unknown>[] }
    server.on('connection', (socket) => {
      seen.connections += 1
      seen.closed.push(once(socket, 'close'))
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    onTestFinished(() => void server.close().closeAllConnections())
    return { seen, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
  }

  it('lets a connection serve again when the answer was over before the body [F002-A44]', async () => {
    const open: ServerResponse[] = []
    const { url, seen } = await startServer(response => open.push(response))
    // Nobody is told when the rest has come: the very next request may still find the connection busy.
    const requests = 20
    for (let request = 0; request < requests; request += 1) {
      expect(await read(await post(url))).toEqual([['a']])
      open[request]!.end()
    }
    expect(seen.connections).toBeLessThan(requests)
  })

  it('gives up a body that does not end after the answer', async () => {
    const { url, seen } = await startServer(() => {})
    await read(await post(url))
    await seen.closed[0]
  })

  it('closes the connection at once when the request is aborted [F002-A44]', async () => {
    const { url, seen } = await startServer(() => {})
    const controller = new AbortController()
    await read(await post(url, controller.signal))
    controller.abort()
    await seen.closed[0]
  })
})
