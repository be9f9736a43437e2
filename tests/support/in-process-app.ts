import { createConsola } from 'consola'
import type { DurableEvent } from '#shared/run-event'
import { startRunSchema } from '#shared/run'
import { readConfig } from '#server/config'
import { createServices, type Services } from '#server/services'
import { createTemporaryFolder } from './temporary-folder'

export const PERSON = { userId: '00000000-0000-7000-8000-000000000001', userName: 'Ada' }

/** The whole server without HTTP, on real files, for one test. */
export async function createInProcessApp(environment: Readonly<Record<string, string>> = {}): Promise<Services & { readonly folder: string }> {
  const folder = await createTemporaryFolder()
  const config = readConfig({ PATCHBAY_DATA_DIR: folder, WEATHER_SOURCE: 'sample', ...environment }, process.cwd())
  const services = await createServices({ config, log: createConsola({ level: -999 }) })
  await services.store.access.createFirstUser({
    id: PERSON.userId, email: 'ada@example.com', name: PERSON.userName, passwordHash: '', role: 'admin', status: 'active', createdAt: new Date().toISOString(),
  })
  return { ...services, folder }
}

/** Starts a run and gives its stored events once it has ended or waits for a person. */
export async function runToRest(app: Services, conversationId: string, request: { readonly input: string, readonly model: string }): Promise<readonly DurableEvent[]> {
  const body = startRunSchema.parse(request)
  const run = await app.runs.start(PERSON, { ...body, conversationId })
  await new Promise<void>((resolve) => {
    const leave = app.runs.subscribe(run.id, ({ type }) => {
      if (type !== 'run-end' && type !== 'run-wait') return
      leave()
      resolve()
    })
  })
  return app.runs.listEvents(PERSON, run.id, 0)
}
