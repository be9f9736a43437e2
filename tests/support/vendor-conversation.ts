import { onTestFinished } from 'vitest'
import type { DurableEvent } from '#shared/run-event'
import { createInProcessApp, PERSON, type RunOrder, runToRest } from './in-process-app'
import { createInstantClock } from './instant-clock'
import type { Surface } from './providers/surfaces'

/** A conversation over a vendor at `origin`, on a real database, with waits that are over at once. */
export async function startConversation(surface: Surface, origin: string, onWait?: () => void) {
  const clock = createInstantClock(onWait)
  const app = await createInProcessApp(surface.environment(origin), { clock })
  onTestFinished(() => app.close())
  const { id } = await app.conversations.create(PERSON, {})
  return {
    app,
    id,
    waits: clock.waits,
    ask: (input: string, onEvent?: RunOrder['onEvent']) => runToRest(app, id, { input, model: surface.model, onEvent }),
    /** Each execution on record, in order, and whether the chain holds. */
    readAudit: async () => {
      const { items } = await app.audit.list({}, { limit: 100 }, { ...PERSON, role: 'admin' })
      const executions = items.toReversed().filter(row => row.kind.startsWith('tool.')).map(row => `${row.kind} ${row.tool}`)
      return { executions, isWhole: (await app.audit.verify()).ok }
    },
  }
}

export function ofType<Type extends DurableEvent['type']>(events: readonly DurableEvent[], type: Type) {
  return events.filter((event): event is Extract<DurableEvent, { type: Type }> => event.type === type)
}
