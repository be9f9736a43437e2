import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from 'vite'

// Bundled first, as the server is: the loop and the tools are then the same kind of code on both sides, and the
// aliases of the project resolve.
const folder = await mkdtemp(join(tmpdir(), 'patchbay-bench-'))
try {
  await build({
    configFile: false,
    logLevel: 'error',
    resolve: { alias: { '#shared': resolve('shared'), '#server': resolve('server') } },
    ssr: { noExternal: true },
    build: {
      ssr: true,
      minify: false,
      outDir: folder,
      rolldownOptions: {
        input: ['bench', 'mock-provider', 'bare-loop', 'http-floor', 'loop-module', 'translation'].map(name => `tests/bench/${name}.ts`),
        output: { entryFileNames: '[name].mjs' },
      },
    },
  })
  const { runBench } = await import(join(folder, 'bench.mjs'))
  await runBench(folder, process.argv[2] === 'loop')
}
finally {
  await rm(folder, { recursive: true, force: true })
}
