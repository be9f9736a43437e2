import { type ConsolaInstance, createConsola } from 'consola'
import type { UserContent } from '#shared/content'
import type { DurableEvent, RunEvent } from '#shared/run-event'
import { type RunLimits, type RunState, startRunSchema } from '#shared/run'
import { readConfig } from '#server/config'
import { providers } from '#server/providers'
import type { Provider } from '#server/providers/provider'
import type { RunClock } from '#server/runs/loop/run-context'
import { createServices, type Services } from '#server/services'
import { createTemporaryFolder } from './temporary-folder'

export const PERSON = { userId: '00000000-0000-7000-8000-000000000001', userName: 'Ada' }

interface Options {
  readonly clock?: RunClock
  /** Absent: all that are registered. */
  readonly adapters?: readonly Provider[]
  /** Of an earlier one, whose data it takes over. */
  readonly folder?: string
  /** Absent: nothing is logged. */
  readonly log?: ConsolaInstance
}

/** The whole server without HTTP, on real files, for one test. */
export async function createInProcessApp(
  environment: Readonly<Record<string, string>> = {},
  { clock, adapters = providers, folder: earlier, log = createConsola({ level: -999 }) }: Options = {},
): Promise<Services & { readonly folder: string }> {
  const folder = earlier ?? await createTemporaryFolder()
  const config = readConfig(
    { PATCHBAY_DATA_DIR: folder, WEATHER_SOURCE: 'sample', ...environment }, { appDirectory: process.cwd(), adapters },
  )
  const services = await createServices({ config, log, adapters, clock })
  await services.store.access.createFirstUser({
    id: PERSON.userId, email: 'ada@example.com', name: PERSON.userName, passwordHash: '', role: 'admin', status: 'active',
    createdAt: new Date().toISOString(),
  })
  return { ...services, folder }
}

export interface RunOrder {
  readonly input: string | UserContent
  readonly model: string
  readonly limits?: Partial<RunLimits>
  /** The run to follow; absent: the newest. */
  readonly parent?: string | null
  readonly system?: string
  /** Told of each event, live ones included. */
  readonly onEvent?: (event: RunEvent) => void
}

/** Starts a run and gives its stored events once it has ended or waits for a person. */
export async function runToRest(app: Services, conversationId: string, { onEvent, ...order }: RunOrder): Promise<readonly DurableEvent[]> {
  const body = startRunSchema.parse(order)
  const run = await app.runs.start(PERSON, { ...body, conversationId })
  await followUntil(app, run.id, (event) => {
    onEvent?.(event)
    return event.type === 'run-end' || event.type === 'run-wait'
  })
  return app.runs.listEvents(PERSON, run.id, 0)
}

/** The state of a run once it has ended. */
export async function readEndState(app: Services, runId: string): Promise<RunState> {
  await followUntil(app, runId, event => event.type === 'run-end')
  return (await app.runs.find(PERSON, runId)).state
}

/** Resolves at the first event that `isLast` is true for, stored or live. */
async function followUntil(app: Services, runId: string, isLast: (event: RunEvent) => boolean): Promise<void> {
  const { stored, start, leave } = await app.runs.follow(PERSON, runId, 0)
  const reached = Promise.withResolvers<undefined>()
  const handle = (event: RunEvent) => isLast(event) && reached.resolve(undefined)
  stored.forEach(handle)
  start(handle)
  await reached.promise
  leave()
}
