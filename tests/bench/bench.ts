import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppServer } from '../support/app-server'
import { createAppSubject } from './app-subject'
import type { Job } from './job'
import { printReport, type Results } from './print-report'
import { toMedians, type Measurement, type Subject } from './subject'
import type { TranslationTimes } from './translation'
import { ask, createWorkerSubject, startWorker } from './worker-process'

// Long enough for the engine to compile what a server runs all day.
const WARM_UP: Job = { prompt: 'turn', turns: 2400, parallel: 16 }
const ONE: Job = { prompt: 'turn', turns: 640, parallel: 1 }
const SIXTEEN: Job = { prompt: 'turn', turns: 640, parallel: 16 }
const SHORT_ONE: Job = { ...ONE, prompt: 'turn in short' }
const SHORT_SIXTEEN: Job = { ...SIXTEEN, prompt: 'turn in short' }
const FLOOD: Job = { prompt: 'deltas', turns: 16, parallel: 1 }
const SMALL: Job = { prompt: 'arguments 65536', turns: 8, parallel: 1 }
const LARGE: Job = { prompt: 'arguments 262144', turns: 8, parallel: 1 }

/** How often each job is played by each subject. */
const ROUNDS = 8

/**
 * Lets each subject play a job in turn, so that nobody is measured while another one works, and what else the machine
 * does meets all of them alike.
 */
async function playInTurn(subjects: readonly Subject[], job: Job): Promise<Measurement[]> {
  const rounds: Measurement[][] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const measured: Measurement[] = []
    for (const subject of subjects) measured.push(await subject.play({ ...job, turns: Math.ceil(job.turns / ROUNDS) }))
    rounds.push(measured)
  }
  return subjects.map((_subject, index) => toMedians(rounds.map(measured => measured[index]!)))
}

async function playAll(subjects: readonly Subject[]): Promise<Results[]> {
  for (const subject of subjects) await subject.play(WARM_UP)
  const one = await playInTurn(subjects, ONE)
  const sixteen = await playInTurn(subjects, SIXTEEN)
  const shortOne = await playInTurn(subjects, SHORT_ONE)
  const shortSixteen = await playInTurn(subjects, SHORT_SIXTEEN)
  for (const subject of subjects) await subject.play({ ...FLOOD, turns: 3 })
  const flood = await playInTurn(subjects, FLOOD)
  for (const subject of subjects) await subject.play({ ...SMALL, turns: 2 })
  const small = await playInTurn(subjects, SMALL)
  const large = await playInTurn(subjects, LARGE)
  return subjects.map((_subject, index) => ({
    one: one[index]!, sixteen: sixteen[index]!, shortOne: shortOne[index]!, shortSixteen: shortSixteen[index]!,
    flood: flood[index]!, small: small[index]!, large: large[index]!,
  }))
}

/** `loopOnly` leaves the built server out. */
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
    app = loopOnly ? undefined : await startApp(url)
    const inProcess = ['bare-loop', 'loop-module'].map(name => createWorkerSubject(start(name, url, workspace)))
    const [floor, loop, whole] = await playAll([...inProcess, ...(app ? [createAppSubject(app)] : [])])
    const translation = await ask<TranslationTimes[]>(start('translation'), {})
    printReport({ floor: floor!, loop: loop!, whole, translation })
  }
  finally {
    await app?.dispose()
    workers.forEach(worker => worker.kill())
    await rm(workspace, { recursive: true, force: true })
  }
}

async function startApp(url: string): Promise<AppServer> {
  const app = await AppServer.start({ environment: { OPENAI_BASE_URL: url, OPENAI_API: 'chat' } })
  await app.json('PATCH', '/api/tools/write_file', { approval: 'allow' })
  return app
}
