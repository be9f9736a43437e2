import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { measureDisk } from './disk'
import { createHttpSubject } from './http-subject'
import { printReport } from './print-report'
import type { Report } from './report'
import { playAll } from './rounds'
import { measureServers } from './server-times'
import { startApp, startHttpFloor } from './servers'
import { FULL, SMOKE, type Sizes } from './sizes'
import type { TranslationTimes } from './translation'
import { ask, createWorkerSubject, startWorker, type StartWorker } from './worker-process'

interface Parts {
  readonly sizes: Sizes
  readonly start: StartWorker
  /** Of the scripted model. */
  readonly url: string
  readonly workspace: string
}

/**
 * Measures what the mode says, with the bundled processes of a folder: `loop` leaves the built server out, and `smoke` plays
 * as little as there is to play. Answers the exit code: 1 when an aim has no figure.
 */
export async function runBench(folder: string, mode?: string): Promise<number> {
  const workspace = await mkdtemp(join(tmpdir(), 'patchbay-bench-'))
  const workers: ReturnType<StartWorker>[] = []
  const start: StartWorker = (name, ...parameters) => {
    const worker = startWorker(folder, name, ...parameters)
    workers.push(worker)
    return worker
  }
  try {
    const url = await ask<string>(start('mock-provider'), {})
    const sizes = mode === 'smoke' ? SMOKE : FULL
    const parts = { sizes, start, url, workspace }
    const turns = mode === 'loop' ? await measureLoop(parts) : await measureAll(parts)
    const translator = start('translation', String(sizes.translationRounds))
    return printReport({ ...turns, translation: await ask<TranslationTimes[]>(translator, {}) })
  }
  finally {
    workers.forEach(worker => worker.kill())
    await rm(workspace, { recursive: true, force: true })
  }
}

type Turns = Omit<Report, 'translation'>

function startLoops({ start, url, workspace }: Parts) {
  return ['bare-loop', 'loop-module'].map(name => createWorkerSubject(start(name, url, workspace)))
}

async function measureLoop(parts: Parts): Promise<Turns> {
  const [floor, loop] = await playAll(startLoops(parts), parts.sizes)
  return { floor: floor!, loop: loop! }
}

async function measureAll(parts: Parts): Promise<Turns> {
  const times = await measureServers(parts)
  const httpFloor = await startHttpFloor(parts)
  const app = await startApp(parts)
  try {
    await app.request('PATCH', '/api/tools/write_file', { approval: 'allow' })
    const subjects = [...startLoops(parts), createHttpSubject(httpFloor), createHttpSubject(app)]
    const [floor, loop, floorTurns, appTurns] = await playAll(subjects, parts.sizes)
    const disk = await measureDisk(app, parts.sizes.diskTurns)
    return { floor: floor!, loop: loop!, server: { floor: floorTurns!, app: appTurns!, disk, times } }
  }
  finally {
    await app.end()
    httpFloor.end()
  }
}
