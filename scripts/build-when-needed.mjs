// Builds when there is no build, or when a source is newer than the build, so that `npm start` and `npm test` never
// run yesterday's code and never rebuild for nothing.
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, statSync } from 'node:fs'

const BUILT = '.output/nitro.json'
const SOURCES = ['app/**/*', 'server/**/*', 'shared/**/*', 'public/**/*', 'drizzle/**/*', 'nuxt.config.ts', 'package-lock.json']

function isBuildFresh() {
  if (!existsSync(BUILT)) return false
  const builtAt = statSync(BUILT).mtimeMs
  return globSync(SOURCES).every(path => statSync(path).mtimeMs <= builtAt)
}

if (!isBuildFresh()) {
  process.stdout.write('Building Patchbay (once, about half a minute) ...\n')
  const build = spawnSync('npm', ['run', '--silent', 'build'], { stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8' })
  // A build that works has nothing to tell somebody who only wants to start.
  if (build.status !== 0) process.stderr.write(`${build.stdout}${build.stderr}\nThe build failed.\n`)
  process.exit(build.status ?? 1)
}
