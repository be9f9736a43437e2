import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { addPerson } from '../support/add-person'
import { AppServer } from '../support/app-server'
import type { StreamTarget } from './streams'
import { ask, type StartWorker } from './worker-process'

const SLOW_WEATHER = pathToFileURL(resolve('tests/bench/slow-weather.mjs')).href
/** Enough that no limit of one user is what is measured. */
const USERS = 32

interface Server extends StreamTarget {
  readonly end: () => unknown
}

interface BuiltServer extends Server {
  readonly dataDirectory: string
}

interface Model {
  readonly url: string
  /** Whether the weather tool waits for a slow service that is imitated in the process. */
  readonly hasSlowTool?: boolean
}

export async function startApp({ url, hasSlowTool }: Model): Promise<BuiltServer> {
  const slow = hasSlowTool && { WEATHER_SOURCE: 'auto', NODE_OPTIONS: `--import ${SLOW_WEATHER}` }
  const app = await AppServer.start({ environment: { OPENAI_BASE_URL: url, OPENAI_API: 'chat', ...slow } })
  return {
    pid: app.pid, url: app.url, dataDirectory: app.dataDirectory, users: [],
    request: (...call) => app.request(...call),
    end: () => app.dispose(),
  }
}

/** Their API tokens are written into the database: signing in as each of them would meet the limits of log-ins. */
export function addUsers(app: BuiltServer): StreamTarget {
  const tokens = Array.from({ length: USERS }, () => addPerson(app.dataDirectory, { role: 'user', scopes: ['chat'] }))
  return { ...app, users: tokens.map(token => ({ authorization: `Bearer ${token}` })) }
}

interface FloorModel extends Model {
  readonly start: StartWorker
  readonly workspace: string
}

export async function startHttpFloor({ start, url, workspace, hasSlowTool }: FloorModel): Promise<Server> {
  const worker = start('http-floor', url, workspace, ...(hasSlowTool ? [SLOW_WEATHER] : []))
  const address = await ask<string>(worker, {})
  const cookie = { cookie: 'session=bench' }
  return {
    pid: worker.pid!, url: address, users: [cookie],
    request: (method, path, body) => fetch(address + path, { method, headers: cookie, body: JSON.stringify(body) }),
    end: () => worker.kill(),
  }
}
