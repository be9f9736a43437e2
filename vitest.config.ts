import { fileURLToPath } from 'node:url'
import { defineVitestProject } from '@nuxt/test-utils/config'
import { defineConfig } from 'vitest/config'

const fromRoot = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const alias = {
  '#shared': fromRoot('./shared'),
  '#server': fromRoot('./server'),
  '~~': fromRoot('./'),
  '~': fromRoot('./app'),
}

export default defineConfig({
  test: {
    // A golden file that is missing fails its test: it is written with `--update` alone.
    update: 'none',
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'unit',
          environment: 'node',
          include: ['tests/{unit,contract,integration,architecture}/**/*.test.ts'],
          // Files share a worker: starting one for each took most of the time. What a test changes outside of itself is put back.
          isolate: false,
          restoreMocks: true,
          unstubEnvs: true,
          unstubGlobals: true,
          // Only against a test that hangs: a busy machine is no failure.
          testTimeout: 30_000,
          hookTimeout: 30_000,
          expect: { poll: { timeout: 10_000 } },
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'e2e',
          environment: 'node',
          include: ['tests/e2e/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 30_000 } },
          // Each file starts a server and a browser: on two cores they would only wait for each other.
          fileParallelism: false,
        },
      },
      await defineVitestProject({
        test: {
          name: 'nuxt',
          include: ['tests/nuxt/**/*.test.ts'],
          environment: 'nuxt',
          environmentOptions: { nuxt: { domEnvironment: 'happy-dom' } },
          testTimeout: 30_000,
          hookTimeout: 30_000,
          expect: { poll: { timeout: 10_000 } },
        },
      }),
    ],
  },
})
