import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import type { Job, TurnTimes } from './job'
import { measure, type Subject } from './subject'

/** Starts one bundled file of this folder as its own process; it answers each message with one. */
export function startWorker(folder: string, name: string, ...parameters: string[]): ChildProcess {
  return fork(join(folder, `${name}.mjs`), parameters, { execArgv: [] })
}

export type StartWorker = (name: string, ...parameters: string[]) => ChildProcess

export function ask<Answer>(worker: ChildProcess, message: object): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const fail = (code: number | null) => reject(new Error(`A process of the bench ended with ${code}.`))
    worker.once('exit', fail)
    worker.once('message', (answer: Answer) => {
      worker.off('exit', fail)
      resolve(answer)
    })
    worker.send(message)
  })
}

/** The other side of `ask`. */
export function answerWith(work: (message: Job) => unknown): void {
  process.on('message', async (message: Job) => process.send?.(await work(message)))
}

export function createWorkerSubject(worker: ChildProcess): Subject {
  return {
    play: job => measure(worker.pid!, job, () => ask<TurnTimes[]>(worker, job)),
  }
}
