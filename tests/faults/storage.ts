import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { AppServer } from '../support/app-server'
import { startLoad, startRun } from './load'
import { addFindings, type Findings, judgeAndEnd, NOTHING_FOUND } from './oracle'

interface Tested { readonly said: string, readonly findings: Findings }

const sleep = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

/** Another process holds the write lock for some seconds while runs work. */
export async function testLocks(seconds: readonly number[]): Promise<Tested> {
  const server = await AppServer.start()
  const acknowledged = []
  const other = new Sqlite(join(server.dataDirectory, 'patchbay.sqlite'))
  const refused: number[] = []
  for (const length of seconds) {
    const load = startLoad(server, `lock ${length}`, 3)
    await sleep(500)
    other.exec('BEGIN IMMEDIATE')
    const asked = askWhileLocked(server, refused)
    await sleep(length * 1000)
    other.exec('COMMIT')
    await asked
    acknowledged.push(...await load.stop())
  }
  other.close()
  const findings = await judgeAndEnd(server, acknowledged)
  return {
    said: `write lock held ${seconds.join(', ')} s, ${acknowledged.length} acknowledged runs, 503 with Retry-After ${refused.filter(after =>
      after > 0).length} of ${refused.length}`,
    findings,
  }
}

async function askWhileLocked(server: AppServer, refused: number[]): Promise<void> {
  const answer = await server.request('POST', '/api/conversations', {})
  if (answer.status === 503) refused.push(Number(answer.headers.get('retry-after') ?? 0))
}

/** A disk of its own that is filled up while runs work, and emptied again. Undefined where none can be mounted. */
export async function testFullDisk(): Promise<Tested | undefined> {
  const disk = await mkdtemp(join(tmpdir(), 'patchbay-disk-'))
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', disk]).status !== 0) {
    await rm(disk, { recursive: true })
    return undefined
  }
  try {
    const server = await AppServer.start({ dataDirectory: join(disk, 'data') })
    const load = startLoad(server, 'full', 3)
    await sleep(1000)
    const filler = join(disk, 'filler')
    await fillUp(filler)
    await sleep(8000)
    const refusal = await server.request('POST', '/api/conversations', {})
    const isReadable = (await server.request('GET', '/api/conversations')).ok
    await rm(filler)
    const acknowledged = [...await load.stop()]
    const again = await startRun(server, 'after the disk was full')
    if (again) acknowledged.push(again)
    const findings = await judgeAndEnd(server, acknowledged)
    const said = `disk full for 8 s, ${acknowledged.length} acknowledged runs, refused with ${refusal.status}, reads ${isReadable
      ? 'work'
      : 'fail'}`
    return { said, findings: again && isReadable ? findings : addFindings(findings, { ...NOTHING_FOUND, damaged: 1 }) }
  }
  finally {
    spawnSync('umount', ['-l', disk])
    await rm(disk, { recursive: true, force: true })
  }
}

/** Down to the last page: a large write fails first, small ones after it. */
async function fillUp(file: string): Promise<void> {
  for (const size of [1 << 20, 1 << 14, 1 << 12]) {
    for (;;) {
      try {
        await writeFile(file, Buffer.alloc(size), { flag: 'a' })
      }
      catch {
        break
      }
    }
  }
}
