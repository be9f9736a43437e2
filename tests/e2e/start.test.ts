import { createServer } from 'node:http'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AppServer } from '../support/app-server'

let app: AppServer
beforeAll(async () => {
  app = await AppServer.start()
})
afterAll(() => app.dispose())

/** What a server prints that cannot start. */
async function readStartError(options: Parameters<typeof AppServer.start>[0]): Promise<string> {
  const refusal = await AppServer.start(options).then(() => 'It started.', (error: Error) => error.message)
  expect(refusal).toContain('The server ended with 1')
  expect(refusal).not.toContain('Patchbay is up')
  // One sentence, and not the stack of an error.
  expect(refusal).not.toMatch(/^\s+at /m)
  return refusal
}

describe('a start', () => {
  it('refuses a data folder in which another server works, which goes on [F005-A75]', async () => {
    expect(await readStartError({ dataDirectory: app.dataDirectory })).toContain(
      `Another Patchbay process works in the data folder ${app.dataDirectory}`,
    )
    expect((await app.request('GET', '/api/ready')).status).toBe(200)
  })

  it('refuses a port that is in use, and has not said that it is up [F005-A77]', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await new Promise(resolve => other.on('listening', resolve))
    const { port } = other.address() as AddressInfo // it listens on a port
    expect(await readStartError({ environment: { PORT: String(port) } })).toContain(`Port ${port} of 127.0.0.1 is in use.`)
    other.close()
  })

  it('refuses a database of no bytes, and names it [F005-A76]', async () => {
    const dataDirectory = await mkdtemp(join(tmpdir(), 'patchbay-empty-'))
    await writeFile(join(dataDirectory, 'patchbay.sqlite'), '')
    expect(await readStartError({ dataDirectory })).toContain('patchbay.sqlite is empty (0 bytes)')
    await rm(dataDirectory, { recursive: true })
  })

  it('prints the address under which it can be reached, also when any port will do [F005-A77]', async () => {
    await expect.poll(() => app.log).toContain(`Patchbay is up: ${app.url}`)
  })
})

it.each(
  ['/api/health', '/api/ready', '/api/conversations', '/api/audit'],
)('HEAD %s has the status of GET, and no body [F005-A79]', async (path) => {
  const head = await app.request('HEAD', path)
  expect(head.status).toBe((await app.request('GET', path)).status)
  expect(await head.text()).toBe('')
})
