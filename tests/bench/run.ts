import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { build } from 'vite'

// Bundled first, as the server is: the loop and the tools are then the same kind of code on both sides, and the
// aliases of the project resolve.
const mode = process.argv[2]
const folder = resolve('node_modules/.cache', `patchbay-bench-${process.pid}`)
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
        input: ['bench', 'mock-provider', 'bare-loop', 'http-floor', 'loop-module', 'translation', 'sizes'].map(name => `tests/bench/${name}.ts`),
        output: { entryFileNames: '[name].mjs' },
      },
    },
  })
  const { runBench } = await import(join(folder, 'bench.mjs'))
  const { FULL, SMOKE } = await import(join(folder, 'sizes.mjs'))
  process.exitCode = await runBench({ folder, loopOnly: mode === 'loop', sizes: mode === 'smoke' ? SMOKE : FULL })
}
finally {
  await rm(folder, { recursive: true, force: true })
}
