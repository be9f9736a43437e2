import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppServer } from '../support/app-server'
import { measureDisk } from './disk'
import { createHttpSubject, type HttpTarget } from './http-subject'
import { printReport, type Report } from './print-report'
import { playAll } from './rounds'
import type { TranslationTimes } from './translation'
import { ask, createWorkerSubject, startWorker } from './worker-process'

type Start = (name: string, ...parameters: string[]) => ReturnType<typeof startWorker>

/** Tool turns whose bytes on disk are counted. */
const DISK_TURNS = 200

/** `loopOnly` leaves the built server out. */
export async function runBench(folder: string, loopOnly: boolean): Promise<void> {
  const workspace = await mkdtemp(join(tmpdir(), 'patchbay-bench-'))
  const workers: ReturnType<Start>[] = []
  const start: Start = (name, ...parameters) => {
    const worker = startWorker(folder, name, ...parameters)
    workers.push(worker)
    return worker
  }
  let app: AppServer | undefined
  try {
    const url = await ask<string>(start('mock-provider'), {})
    app = loopOnly ? undefined : await startApp(url)
    printReport(await measureAll({ start, url, workspace, app }))
  }
  finally {
    await app?.dispose()
    workers.forEach(worker => worker.kill())
    await rm(workspace, { recursive: true, force: true })
  }
}

interface Parts {
  readonly start: Start
  readonly url: string
  readonly workspace: string
  readonly app: AppServer | undefined
}

async function measureAll({ start, url, workspace, app }: Parts): Promise<Report> {
  const inProcess = ['bare-loop', 'loop-module'].map(name => createWorkerSubject(start(name, url, workspace)))
  const servers = app ? [await startHttpFloor(start, url, workspace), app] : []
  const [floor, loop, httpFloor, whole] = await playAll([...inProcess, ...servers.map(createHttpSubject)])
  const translation = await ask<TranslationTimes[]>(start('translation'), {})
  return {
    floor: floor!, loop: loop!, translation,
    ...(app && { server: { floor: httpFloor!, app: whole!, disk: await measureDisk(app, DISK_TURNS) } }),
  }
}

async function startHttpFloor(start: Start, url: string, workspace: string): Promise<HttpTarget> {
  const worker = start('http-floor', url, workspace)
  const address = await ask<string>(worker, {})
  return {
    pid: worker.pid!,
    request: (method, path, body) => fetch(address + path, { method, headers: { cookie: 'session=bench' }, body: JSON.stringify(body) }),
  }
}

async function startApp(url: string): Promise<AppServer> {
  const app = await AppServer.start({ environment: { OPENAI_BASE_URL: url, OPENAI_API: 'chat' } })
  await app.json('PATCH', '/api/tools/write_file', { approval: 'allow' })
  return app
}
