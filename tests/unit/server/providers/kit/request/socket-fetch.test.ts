import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type BodyPieces, openPieces, socketFetch } from '#server/providers/kit/request/socket-fetch'

async function startServer(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close().closeAllConnections())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function readText(pieces: BodyPieces): Promise<string> {
  const read: Uint8Array[] = []
  for (let piece = await pieces.next(); !piece.done; piece = await pieces.next()) read.push(piece.value)
  return Buffer.concat(read).toString()
}

describe('socketFetch', () => {
  it('sends what it is given, and hands an accepted POST over piece by piece', async () => {
    const url = await startServer(async (request, response) => {
      const body = await request.setEncoding('utf8').toArray()
      response.setHeader('x-request-id', 'r1').write(`${request.method} ${request.headers['x-key']} ${request.headers['accept-encoding']} `)
      response.end(body.join(''))
    })
    const response = await socketFetch(url, { method: 'POST', headers: new Headers({ 'x-key': 'k' }), body: 'São' })
    expect(response).toMatchObject({ ok: true, status: 200, body: null })
    expect(response.headers.get('x-request-id')).toBe('r1')
    expect(await readText(openPieces(response))).toBe('POST k identity São')
  })

  it('reads a refusal and the answer to a GET whole', async () => {
    const url = await startServer((request, response) => response
      .writeHead(request.method === 'POST' ? 429 : 200, { 'retry-after': '7' })
      .end('why'))
    const refused = await socketFetch(url, { method: 'POST', body: '{}' })
    expect([refused.status, refused.headers.get('retry-after'), await refused.text()]).toEqual([429, '7', 'why'])
    expect(() => openPieces(refused)).toThrow(TypeError)
    expect(await (await socketFetch(url)).text()).toBe('why')
  })

  it('leaves unread what is too long for a refusal [F002-A50]', async () => {
    const { promise: closed, resolve } = Promise.withResolvers<unknown>()
    const url = await startServer((_request, response) => {
      const piece = Buffer.alloc(1024 * 1024, 'x')
      response.writeHead(500).on('close', () => resolve(true))
      const send = (): void => void response.write(piece, error => error ?? send())
      send()
    })
    const text = await (await socketFetch(url, { method: 'POST', body: '{}' })).text()
    expect(text).toHaveLength(16 * 1024 * 1024)
    await closed
  })

  it('does not follow a redirect, which would carry the key along [F002-A49]', async () => {
    const visited: (string | undefined)[] = []
    const url = await startServer((request, response) => {
      visited.push(request.url)
      response.writeHead(307, { location: '/elsewhere' }).end()
    })
    expect((await socketFetch(`${url}/first`, { method: 'POST', body: '{}' })).status).toBe(307)
    expect(visited).toEqual(['/first'])
  })

  it('ends a read with the reason of the abort, and with the loss of the connection', async () => {
    const url = await startServer((request, response) => {
      response.write('first')
      if (request.url === '/lost') response.destroy()
    })
    const controller = new AbortController()
    const pieces = openPieces(await socketFetch(url, { method: 'POST', body: '{}', signal: controller.signal }))
    await pieces.next()
    controller.abort(new Error('stopped'))
    await expect(pieces.next()).rejects.toThrow('stopped')
    await expect(socketFetch(url, { method: 'POST', signal: controller.signal })).rejects.toThrow('stopped')
    const lost = socketFetch(`${url}/lost`, { method: 'POST', body: '{}' })
    await expect(lost.then(response => readText(openPieces(response)))).rejects.toThrow()
  })

  it('closes the connection of a body that is given up', async () => {
    const closed: Promise<unknown>[] = []
    const url = await startServer((request, response) => {
      closed.push(once(request.socket, 'close'))
      response.write('first')
    })
    openPieces(await socketFetch(url, { method: 'POST', body: '{}' })).cancel()
    expect(closed).toHaveLength(1)
    await closed[0]
  })
})
