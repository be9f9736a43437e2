import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { build } from 'vite'

// Bundled first, so that the aliases of the project resolve. The server itself is the built one, as it is shipped.
const folder = resolve('node_modules/.cache', `patchbay-faults-${process.pid}`)
try {
  await build({
    configFile: false,
    logLevel: 'error',
    resolve: { alias: { '#shared': resolve('shared'), '#server': resolve('server') } },
    build: { ssr: 'tests/faults/faults.ts', minify: false, outDir: folder, rolldownOptions: { output: { entryFileNames: '[name].mjs' } } },
  })
  const { runFaults } = await import(resolve(folder, 'faults.mjs'))
  process.exitCode = await runFaults(process.argv.slice(2))
}
finally {
  await rm(folder, { recursive: true, force: true })
}
