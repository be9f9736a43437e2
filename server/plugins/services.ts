import { consola } from 'consola'
import { defineNitroPlugin } from 'nitropack/runtime'
import { findAppDirectory } from '#server/app-directory'
import { readConfig } from '#server/config'
import { AppError } from '#server/errors'
import { providers as adapters } from '#server/providers'
import { createServices } from '#server/services'
import { isOpenToOthers } from '#server/store/private-files'

/** Builds everything once, refuses to serve before it stands, and takes it down in order. */
export default defineNitroPlugin((nitroApp) => {
  // Read by the server preset after the plugins: without it the server would listen on every interface.
  process.env.HOST ??= '127.0.0.1'
  const starting = start()
  starting.catch((error: unknown) => {
    const isOurs = error instanceof AppError && error.code === 'misconfigured'
    consola.fatal(isOurs ? error.message : error)
    process.exit(1)
  })

  nitroApp.hooks.hook('request', async (event) => {
    event.context.services = await starting
  })
  // Open event streams never end by themselves: they are told first, or the shutdown would wait for them.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void starting.then(services => services.announceClose()))
  nitroApp.hooks.hook('close', async () => (await starting).close())
})

async function start() {
  const config = readConfig(process.env, { appDirectory: findAppDirectory(process.argv[1], process.cwd()), adapters })
  const services = await createServices({ config, log: consola, adapters })
  if (isOpenToOthers(config.dataDirectory)) {
    consola.warn(`Other accounts of this machine may look into the data folder. Close it to them: chmod 700 '${config.dataDirectory}'`)
  }
  const { url, isSetup } = services.startLink
  consola.ready(isSetup ? `Patchbay is up. Create the first admin here, once: ${url}` : `Patchbay is up: ${url}`)
  return services
}
