import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { z } from 'zod'

/** One fault of one line, and the promise that it breaks. */
const mutationSchema = z.strictObject({
  file: z.string(),
  /** Text of `file` that stands there exactly once. */
  find: z.string(),
  replace: z.string(),
  /** What no longer holds, as a statement. */
  breaks: z.string(),
  /** Test files to run first; the test beside `file`, if there is one, always is. The related ones follow when these pass. */
  tests: z.array(z.string()).optional(),
  /** Why no test can notice it. It counts as not noticed all the same. */
  unnoticed: z.string().optional(),
})
type Mutation = z.infer<typeof mutationSchema>
type Result = 'noticed' | 'not noticed' | 'stale'

/** A mutation may make a test run for ever: that is noticed too. */
const TEST_TIMEOUT_MS = 600_000

const areas = process.argv.slice(2)
const sources = new Map<string, string>()
process.on('exit', restore)
process.on('SIGINT', () => process.exit(130))
process.on('SIGTERM', () => process.exit(143))

const counts: Record<Result, number> = { 'noticed': 0, 'not noticed': 0, 'stale': 0 }
let unexplained = 0
for (const list of globSync('tests/mutations/*.json').sort()) {
  if (areas.length > 0 && !areas.includes(basename(list, '.json'))) continue
  for (const mutation of z.array(mutationSchema).parse(JSON.parse(readFileSync(list, 'utf8')))) {
    const result = tryMutation(mutation)
    counts[result] += 1
    if (result === 'not noticed' && !mutation.unnoticed) unexplained += 1
    if (result !== 'noticed') print(`${result}: ${mutation.file}: ${mutation.breaks}${mutation.unnoticed ? ` (${mutation.unnoticed})` : ''}`)
  }
}
const total = counts.noticed + counts['not noticed']
print(`${counts.noticed} of ${total} mutations noticed (${total && Math.round(counts.noticed / total * 1000) / 10} %), ${unexplained} unexplained, ${counts.stale} stale`)
process.exitCode = unexplained + counts.stale > 0 ? 1 : 0

function tryMutation({ file, find, replace, tests = [] }: Mutation): Result {
  const source = existsSync(file) ? readFileSync(file, 'utf8') : ''
  if (source.split(find).length !== 2) return 'stale'
  sources.set(file, source)
  writeFileSync(file, source.replace(find, () => replace))
  try {
    const first = [...tests, ...testsBeside(file)].filter(test => existsSync(test))
    return (first.length > 0 && hasFailure(['run', ...first])) || hasFailure(['related', '--run', file]) ? 'noticed' : 'not noticed'
  }
  finally {
    restore()
  }
}

function testsBeside(file: string): readonly string[] {
  const path = file.replace(/\.(ts|vue|mjs)$/, '')
  return [`tests/unit/${path}.test.ts`, `tests/nuxt/${path.replace('app/', '')}.test.ts`]
}

/** Browser tests run against a build, which holds no mutation. */
function hasFailure(command: readonly string[]): boolean {
  const options = ['--project', 'unit', '--project', 'nuxt', '--bail', '1', '--passWithNoTests', '--reporter', 'dot']
  const vitest = resolve('node_modules/vitest/vitest.mjs')
  const { status, signal } = spawnSync(process.execPath, [vitest, ...command, ...options], { stdio: 'ignore', timeout: TEST_TIMEOUT_MS, killSignal: 'SIGKILL' })
  if (signal === 'SIGINT') process.exit(130)
  return status !== 0
}

function restore(): void {
  for (const [file, source] of sources) writeFileSync(file, source)
  sources.clear()
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
