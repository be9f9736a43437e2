import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { runQueryChild } from '#server/tools/plugins/sqlite/run-query-child'
import { createTemporaryFolder } from '../../../../../support/temporary-folder'

/** Runs a script of the test in the place of the one that queries. */
async function runScript(script: string): Promise<unknown> {
  const scriptDirectory = await createTemporaryFolder()
  await writeFile(join(scriptDirectory, 'query-child.mjs'), script)
  await writeFile(join(scriptDirectory, 'query-watcher.mjs'), '')
  const answer = await runQueryChild({ scriptDirectory, request: '{}', signal: new AbortController().signal })
  return answer.status === 'answered' ? JSON.parse(answer.text) : answer
}

describe('the process of a query', () => {
  it('inherits no variable of the environment [F003-A36]', async () => {
    vi.stubEnv('PATCHBAY_ADMIN_TOKEN', 'canary of the environment')
    onTestFinished(() => void vi.unstubAllEnvs())
    expect(await runScript('console.log(JSON.stringify(process.env))')).toEqual({})
  })

  it.each([
    ['reads no file but its scripts', 'readFileSync("/etc/hostname")'],
    ['reads no file of the server', `readFileSync(${JSON.stringify(join(process.cwd(), 'package.json'))})`],
    ['lists no folder', 'readdirSync("/")'],
    ['writes no file', 'writeFileSync("/tmp/patchbay-query-canary", "x")'],
    ['starts no process', 'spawnSync("/bin/true")'],
    ['loads no addon', 'process.dlopen({ exports: {} }, "/none.node")'],
  ])('%s [F003-A36]', async (_what, action) => {
    const script = `
      import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
      import { spawnSync } from 'node:child_process'
      let code = 'allowed'
      try { ${action} } catch (error) { code = error.code }
      console.log(JSON.stringify(code))`
    expect(await runScript(script)).toMatch(/^ERR_(?:ACCESS_DENIED|DLOPEN_DISABLED)$/)
  })

  it('stands in no folder of the server [F003-A36]', async () => {
    expect(await runScript('console.log(JSON.stringify(process.cwd()))')).toBe('/')
  })

  it('has no more than its own memory for JavaScript [F003-A36]', async () => {
    expect(await runScript('console.log(JSON.stringify(process.execArgv))')).toContain('--max-old-space-size=64')
  })

  it('is stopped when its answer is larger than 1 MB', async () => {
    const answer = (bytes: number) => `process.stdout.write(JSON.stringify('x'.repeat(${bytes - 2})))`
    expect(await runScript(answer(1024 * 1024))).toHaveLength(1024 * 1024 - 2)
    expect(await runScript(answer(1024 * 1024 + 1))).toEqual({ status: 'stopped', limit: 'size' })
  })

  it('that ends early without an answer has failed', async () => {
    expect(await runScript('process.exit(1)')).toEqual({ status: 'stopped', limit: 'process' })
  })
})
