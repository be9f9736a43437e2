import { once } from 'node:events'
import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createApp, defineEventHandler, toNodeListener } from 'h3'
import { describe, expect, onTestFinished, test } from 'vitest'
import { sendChunks } from '#server/utils/send-chunks'

const CHUNK = 'x'.repeat(64 * 1024)
/** More than the sockets of both sides hold, on any system that this runs on. */
const MAX_BUFFERED_CHUNKS = 64 * 16

interface LongSource { readonly chunks: AsyncGenerator<string>, readonly consumed: () => number, readonly ended: Promise<undefined> }

/** Four times of what the sockets hold: a sender that ignores its reader would take all of it. */
function createLongSource(): LongSource {
  let consumed = 0
  const { promise: ended, resolve } = Promise.withResolvers<undefined>()
  async function* generate(): AsyncGenerator<string> {
    try {
      while (consumed < 4 * MAX_BUFFERED_CHUNKS) {
        consumed += 1
        yield CHUNK
      }
    }
    finally {
      resolve(undefined)
    }
  }
  return { chunks: generate(), consumed: () => consumed, ended }
}

async function openStream(chunks: AsyncIterable<string>, { closing = new AbortController().signal, stallMs = 60_000 } = {}) {
  const sent = Promise.withResolvers<undefined>()
  const app = createApp().use(defineEventHandler((event) => {
    sendChunks(event, chunks, { closing, stallMs }).then(() => sent.resolve(undefined), sent.reject)
    return sent.promise
  }))
  const server = createServer(toNodeListener(app))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const request = get(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`) // it listens on a port
  request.on('error', () => {})
  const [response] = await once(request, 'response') as [IncomingMessage]
  response.on('error', () => {})
  return { response, sent: sent.promise }
}

async function* threeChunks(): AsyncGenerator<string> {
  yield* ['one ', 'two ', 'drei ä']
}

describe('sending chunks', () => {
  test('takes only what the sockets hold from a reader that reads nothing, and cuts it off in the end [F007-A22]', async () => {
    const source = createLongSource()
    const { response, sent } = await openStream(source.chunks, { stallMs: 200 })
    response.pause()
    await sent
    await source.ended
    expect(source.consumed()).toBeLessThan(MAX_BUFFERED_CHUNKS)
  })

  test('stops when the reader leaves [F007-A22]', async () => {
    const source = createLongSource()
    const { response, sent } = await openStream(source.chunks)
    await once(response, 'data')
    response.destroy()
    await expect(sent).resolves.toBeUndefined()
    await source.ended
    expect(source.consumed()).toBeLessThan(MAX_BUFFERED_CHUNKS)
  })

  test('stops when the process is going down', async () => {
    const source = createLongSource()
    const closing = new AbortController()
    const { sent } = await openStream(source.chunks, { closing: closing.signal })
    closing.abort(new Error('going down'))
    await expect(sent).resolves.toBeUndefined()
    await source.ended
    expect(source.consumed()).toBeLessThan(MAX_BUFFERED_CHUNKS)
  })

  test('ends after the last chunk', async () => {
    const { response, sent } = await openStream(threeChunks())
    let text = ''
    for await (const part of response.setEncoding('utf8')) text += part
    expect(text).toBe('one two drei ä')
    await sent
  })

  test('passes an error of the source on, and cuts the answer off', async () => {
    async function* failing(): AsyncGenerator<string> {
      yield CHUNK
      throw new Error('the disk is gone')
    }
    const { response, sent } = await openStream(failing())
    const closed = new Promise<void>(resolve => response.once('close', () => resolve()))
    response.resume()
    await expect(sent).rejects.toThrow('the disk is gone')
    await closed
    expect(response.complete).toBe(false)
  })
})
