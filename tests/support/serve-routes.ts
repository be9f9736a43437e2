import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createApp, createRouter, defineEventHandler, toNodeListener } from 'h3'
import type { EventHandler } from 'h3'
import { onTestFinished } from 'vitest'
import type { Actor } from '#server/ports/actor'
import type { Services } from '#server/services'

interface Options {
  readonly services: Partial<Services>
  /** Who every request comes from, where no middleware finds out. */
  readonly actor?: Actor | null
  /** Runs before the routes, like the files of `server/middleware`. */
  readonly middleware?: EventHandler
}

/** Serves routes, written as `POST /path`, over real HTTP on loopback until the test ends; answers the address. */
export async function serveRoutes(routes: Readonly<Record<string, EventHandler>>, options: Options): Promise<string> {
  const app = createApp()
  app.use(defineEventHandler((event) => {
    event.context.services = options.services as Services // the routes under test use only these
    const { actor } = options
    if (actor !== undefined) event.context.findActor = async () => actor
  }))
  if (options.middleware) app.use(options.middleware)
  const router = createRouter()
  for (const [name, handler] of Object.entries(routes)) {
    const [method = '', path = ''] = name.split(' ')
    router.add(path, handler, method.toLowerCase() as 'get' /* names are written with a method that h3 knows */)
  }
  app.use(router)
  const server = createServer(toNodeListener(app))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  }))
  return `http://127.0.0.1:${(server.address() as AddressInfo /* it listens on a port */).port}`
}
