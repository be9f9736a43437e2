import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { build } from 'vite'

const FILES = ['bench', 'mock-provider', 'bare-loop', 'http-floor', 'loop-module', 'translation']
const folder = resolve('node_modules/.cache', `patchbay-bench-${process.pid}`)
// Bundled first, as the server is: the loop and the tools are then the same kind of code on both sides, and the
// aliases of the project resolve.
try {
  await build({
    configFile: false,
    logLevel: 'error',
    resolve: { alias: { '#shared': resolve('shared'), '#server': resolve('server') } },
    // A package with a binary cannot be bundled.
    ssr: { noExternal: true, external: ['better-sqlite3'] },
    build: {
      ssr: true,
      minify: false,
      outDir: folder,
      rolldownOptions: {
        input: FILES.map(name => `tests/bench/${name}.ts`),
        output: { entryFileNames: '[name].mjs' },
      },
    },
  })
  const { runBench } = await import(join(folder, 'bench.mjs'))
  process.exitCode = await runBench(folder, process.argv[2])
}
finally {
  await rm(folder, { recursive: true, force: true })
}
