import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface VendorReply {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly frames: readonly (string | Uint8Array)[]
  /**
   * `end`: a whole response. `destroy`: the socket breaks after the frames. `hang`: it stays open. `silent`: nothing comes at all.
   * Default `end`.
   */
  readonly ending?: 'end' | 'destroy' | 'hang' | 'silent'
}

interface VendorRequest {
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: unknown
  /** The body as it came. */
  readonly text: string
}

/** A vendor on loopback that plays its replies to whoever asks, byte for byte. */
export interface VendorServer {
  readonly origin: string
  readonly requests: readonly VendorRequest[]
  /** What requests from now on get: one reply each, and the last one from then on. */
  reply(...replies: readonly [VendorReply, ...VendorReply[]]): void
  /** Cuts every connection, as a network does: who waits for an answer gets no more of it. */
  hangUp(): void
  /** Resolves when the client has closed a connection whose answer was still open. */
  readonly abandoned: Promise<undefined>
  close(): Promise<void>
}

export async function startVendorServer(): Promise<VendorServer> {
  const requests: VendorRequest[] = []
  const abandoned = Promise.withResolvers<undefined>()
  let waiting: readonly VendorReply[] = [{ frames: [] }]
  const server = createServer((request, response) => void answer(request, response))

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = Buffer.concat(await request.toArray()).toString('utf8')
    requests.push({ path: request.url ?? '', headers: request.headers, body: text === '' ? undefined : JSON.parse(text), text })
    const [current = { frames: [] }, ...later] = waiting
    if (later.length > 0) waiting = later
    const { status = 200, headers = { 'content-type': 'text/event-stream' }, frames, ending = 'end' } = current
    response.on('close', () => {
      if (!response.writableFinished) abandoned.resolve(undefined)
    })
    if (ending === 'silent') return
    response.writeHead(status, headers)
    for (const frame of frames) response.write(frame)
    if (ending === 'end') response.end()
    else if (ending === 'destroy') setImmediate(() => response.destroy())
    else response.flushHeaders()
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    reply: (...replies) => { waiting = replies },
    hangUp: () => server.closeAllConnections(),
    abandoned: abandoned.promise,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
