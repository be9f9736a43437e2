import { consola } from 'consola'
import { defineNitroPlugin } from 'nitropack/runtime'
import { findAppDirectory } from '#server/app-directory'
import { readConfig } from '#server/config'
import { providers as adapters } from '#server/providers'
import { createServices, type Services } from '#server/services'
import { isOpenToOthers } from '#server/store/sqlite/database-file'
import { describeListenError, describeStartError } from '#server/utils/start-error'
import { watchListening } from '#server/utils/watch-listening'

/** Builds everything once, refuses to serve before it stands, and takes it down in order. */
export default defineNitroPlugin((nitroApp) => {
  // Read by the server preset after the plugins: without it the server would listen on every interface.
  process.env.HOST ??= '127.0.0.1'
  const listening = Promise.withResolvers<number | undefined>()
  watchListening({ onListening: listening.resolve, onError: error => fail(describeListenError(error)) })
  // What the framework and its packages print goes the same way, and through the same filter.
  consola.wrapConsole()
  const starting = start()
  starting.catch((error: unknown) => fail(describeStartError(error) ?? error))
  void Promise.all([starting, listening.promise]).then(([services, port]) => announce(services, port), () => undefined)

  nitroApp.hooks.hook('request', async (event) => {
    event.context.services = await starting
  })
  // Open event streams never end by themselves: they are told first, or the shutdown would wait for them.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void starting.then(services => services.beginShutdown()))
  nitroApp.hooks.hook('close', async () => (await starting).close())
})

async function start(): Promise<Services> {
  const config = readConfig(process.env, { appDirectory: findAppDirectory(process.argv[1], process.cwd()), adapters })
  return createServices({ config, log: consola, adapters })
}

/** Only what is served and listens is up. */
function announce({ config, startLink }: Services, port: number | undefined): void {
  if (isOpenToOthers(config.dataDirectory)) {
    consola.warn(`Other accounts of this machine may look into the data folder. Close it to them: chmod 700 '${config.dataDirectory}'`)
  }
  const url = config.port === 0 && port !== undefined ? startLink.url.replace(/:0(?=\/|$)/, `:${port}`) : startLink.url
  consola.ready(startLink.isSetup ? `Patchbay is up. Create the first admin here, once: ${url}` : `Patchbay is up: ${url}`)
}

function fail(reason: unknown): never {
  consola.fatal(reason)
  process.exit(1)
}
