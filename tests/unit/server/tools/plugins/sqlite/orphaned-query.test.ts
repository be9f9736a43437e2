import { spawn, spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createTestShop } from '../../../../../support/test-shop'

const SCRIPTS = resolve('server/tools/plugins/sqlite')
const ENDLESS = 'with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n'

/** A process of its own in the server's place, that sends one query and waits. */
function startParent(file: string): number {
  const limits = { rows: 1, resultBytes: 1_000, cellBytes: 100, milliseconds: 600_000, memoryBytes: 2 ** 40 }
  const options = { scriptDirectory: SCRIPTS, request: JSON.stringify({ file, sql: ENDLESS, limits }) }
  const program = `
    const { runQueryChild } = await import(${JSON.stringify(resolve(SCRIPTS, 'run-query-child.ts'))})
    await runQueryChild({ ...${JSON.stringify(options)}, signal: new AbortController().signal })`
  const parent = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: 'ignore' })
  onTestFinished(() => void parent.kill('SIGKILL'))
  return parent.pid!
}

function ps(...options: string[]): string {
  return spawnSync('ps', options, { encoding: 'utf8' }).stdout.trim()
}

function findChild(parent: number): number | undefined {
  const rows = ps('-A', '-o', 'pid=,ppid=').split('\n').map(row => row.trim().split(/\s+/).map(Number))
  return rows.find(([, ppid]) => ppid === parent)?.[0]
}

/** A second of processor time is more than its start takes: then it is at work in SQLite. */
function hasWorked(pid: number): boolean {
  return Number(ps('-o', 'time=', '-p', String(pid)).split(':').at(-1)) >= 1
}

/** A dead process that nobody has collected is still listed, as a zombie. */
function isRunning(pid: number): boolean {
  return /^[^Z]/.test(ps('-o', 'stat=', '-p', String(pid)))
}

it('a query that is at work ends with the server that was killed [F003-A26]', { timeout: 120_000 }, async () => {
  const { databaseDirectory } = await createTestShop()
  const parent = startParent(resolve(databaseDirectory, 'shop.sqlite'))
  const child = await expect.poll(() => findChild(parent), { timeout: 60_000 }).toBeDefined().then(() => findChild(parent)!)
  onTestFinished(() => void spawnSync('kill', ['-9', String(child)]))
  await expect.poll(() => hasWorked(child), { timeout: 60_000 }).toBe(true)
  process.kill(parent, 'SIGKILL')
  await expect.poll(() => isRunning(child), { timeout: 60_000 }).toBe(false)
})
