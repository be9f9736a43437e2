import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppServer } from '../support/app-server'
import { createAppSubject } from './app-subject'
import type { Job } from './job'
import { printReport, type Results } from './print-report'
import type { Subject } from './subject'
import type { TranslationTimes } from './translation'
import { ask, createWorkerSubject, startWorker } from './worker-process'

// Long enough for the engine to compile what a server runs all day.
const WARM_UP: Job = { prompt: 'turn', turns: 480, parallel: 16 }
const ONE: Job = { prompt: 'turn', turns: 200, parallel: 1 }
const SIXTEEN: Job = { prompt: 'turn', turns: 192, parallel: 16 }
const FLOOD: Job = { prompt: 'deltas', turns: 7, parallel: 1 }
const SMALL: Job = { prompt: 'arguments 65536', turns: 4, parallel: 1 }
const LARGE: Job = { prompt: 'arguments 262144', turns: 2, parallel: 1 }

async function playAll(subject: Subject): Promise<Results> {
  await subject.play(WARM_UP)
  const one = await subject.play(ONE)
  const sixteen = await subject.play(SIXTEEN)
  await subject.play({ ...FLOOD, turns: 3 })
  const flood = await subject.play(FLOOD)
  await subject.play({ ...SMALL, turns: 2 })
  return { one, sixteen, flood, small: await subject.play(SMALL), large: await subject.play(LARGE) }
}

/** One after the other, so that nobody is measured while another one works. `loopOnly` leaves the built server out. */
export async function runBench(folder: string, loopOnly: boolean): Promise<void> {
  const workspace = await mkdtemp(join(tmpdir(), 'patchbay-bench-'))
  const mock = startWorker(folder, 'mock-provider')
  const workers = [mock]
  const start = (name: string, ...parameters: string[]) => {
    const worker = startWorker(folder, name, ...parameters)
    workers.push(worker)
    return worker
  }
  let app: AppServer | undefined
  try {
    const url = await ask<string>(mock, {})
    const floor = await playAll(createWorkerSubject(start('bare-loop', url, workspace)))
    const loop = await playAll(createWorkerSubject(start('loop-module', url, workspace)))
    const translation = await ask<TranslationTimes[]>(start('translation'), {})
    app = loopOnly ? undefined : await startApp(url)
    printReport({ floor, loop, translation, whole: app && await playAll(createAppSubject(app)) })
  }
  finally {
    await app?.dispose()
    workers.forEach(worker => worker.kill())
    await rm(workspace, { recursive: true, force: true })
  }
}

async function startApp(url: string): Promise<AppServer> {
  const app = await AppServer.start({ environment: { OPENAI_BASE_URL: url, OPENAI_API: 'chat' } })
  await app.json('PATCH', '/api/tools/write_file', { approval: 'never' })
  return app
}
