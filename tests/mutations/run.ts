import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { z } from 'zod'

/** One error in one line, and the promise that it breaks. */
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

/** Of a whole run of the tests as vitest's JSON reporter writes it. */
const reportSchema = z.object({
  testResults: z.array(z.object({
    name: z.string(),
    message: z.string().optional(),
    assertionResults: z.array(z.object({ status: z.string(), fullName: z.string() })),
  })),
})

/** `test`: the title of the test that failed, or why its file did not run. */
type Result = { readonly status: 'noticed', readonly test: string } | { readonly status: 'not noticed' | 'stale' }

/** A mutation may make a test run for ever: that is noticed too. */
const TEST_TIMEOUT_MS = 600_000

const folder = mkdtempSync(join(tmpdir(), 'patchbay-mutations-'))
const areas = process.argv.slice(2)
const sources = new Map<string, string>()
process.on('exit', restore)
process.on('SIGINT', () => process.exit(130))
process.on('SIGTERM', () => process.exit(143))

if (findFailedTest(['run'])) throw new Error('The tests fail without a mutation: run `npx vitest run --project unit --project nuxt`.')
const counts = { 'noticed': 0, 'not noticed': 0, 'stale': 0 }
let unexplained = 0
for (const list of globSync('tests/mutations/*.json').sort()) {
  if (areas.length > 0 && !areas.includes(basename(list, '.json'))) continue
  for (const mutation of z.array(mutationSchema).parse(JSON.parse(readFileSync(list, 'utf8')))) report(mutation, tryMutation(mutation))
}
const total = counts.noticed + counts['not noticed']
const percent = Math.round(counts.noticed / Math.max(total, 1) * 1000) / 10
print(`${counts.noticed} of ${total} mutations noticed (${percent} %), ${unexplained} unexplained, ${counts.stale} stale`)
rmSync(folder, { recursive: true })
process.exitCode = unexplained + counts.stale > 0 ? 1 : 0

function report({ file, breaks, unnoticed }: Mutation, result: Result): void {
  counts[result.status] += 1
  if (result.status === 'not noticed' && !unnoticed) unexplained += 1
  const by = result.status === 'noticed' ? ` -- by: ${result.test}` : ''
  print(`${result.status}: ${file}: ${breaks}${unnoticed ? ` (${unnoticed})` : ''}${by}`)
}

function tryMutation({ file, find, replace, tests = [] }: Mutation): Result {
  const source = existsSync(file) ? readFileSync(file, 'utf8') : ''
  if (source.split(find).length !== 2) return { status: 'stale' }
  sources.set(file, source)
  writeFileSync(file, source.replace(find, () => replace))
  try {
    const first = [...tests, ...testsBeside(file)].filter(test => existsSync(test))
    const test = (first.length > 0 && findFailedTest(['run', ...first])) || findFailedTest(['related', '--run', file])
    return test ? { status: 'noticed', test } : { status: 'not noticed' }
  }
  finally {
    restore()
  }
}

function testsBeside(file: string): readonly string[] {
  const path = file.replace(/\.(ts|vue|mjs)$/, '')
  return [`tests/unit/${path}.test.ts`, `tests/nuxt/${path.replace('app/', '')}.test.ts`]
}

/** The first test that fails. Browser tests are left out: they run against a build, which holds no mutation. */
function findFailedTest(command: readonly string[]): string | undefined {
  const output = join(folder, 'report.json')
  const options = [
    '--project', 'unit', '--project', 'nuxt', '--bail', '1', '--passWithNoTests', '--reporter', 'json', '--outputFile', output,
  ]
  rmSync(output, { force: true })
  const vitest = resolve('node_modules/vitest/vitest.mjs')
  const { status, signal } = spawnSync(
    process.execPath, [vitest, ...command, ...options], { stdio: 'ignore', timeout: TEST_TIMEOUT_MS, killSignal: 'SIGKILL' },
  )
  if (signal === 'SIGINT') process.exit(130)
  if (status === 0) return undefined
  return existsSync(output)
    ? nameFailedTest(reportSchema.parse(JSON.parse(readFileSync(output, 'utf8'))))
    : `no test ended within ${TEST_TIMEOUT_MS / 60_000} minutes`
}

function nameFailedTest({ testResults }: z.infer<typeof reportSchema>): string {
  for (const { name, message, assertionResults } of testResults) {
    const failed = assertionResults.find(({ status }) => status === 'failed')
    if (failed) return failed.fullName
    if (assertionResults.length === 0 && message) return `${name} did not run: ${message.split('\n')[0]}`
  }
  return 'an error outside of the tests'
}

function restore(): void {
  for (const [file, source] of sources) writeFileSync(file, source)
  sources.clear()
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
