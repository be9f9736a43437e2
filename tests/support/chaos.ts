import { onTestFinished } from 'vitest'
import type { DurableEvent } from '#shared/run-event'
import { createInProcessApp, PERSON, type RunOrder, runToRest } from './in-process-app'
import { createInstantClock } from './instant-clock'
import type { Surface } from './providers/surfaces'

/** A conversation over a vendor at `origin`, on a real database, with waits that are over at once. */
export async function startConversation(surface: Surface, origin: string, onWait?: () => void) {
  const clock = createInstantClock(onWait)
  const app = await createInProcessApp(surface.environment(origin), clock)
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

/** The calls and the results in a request body of any vendor, in order: by id, or by name where there are no ids. */
export function readCallPairs(body: unknown): { readonly calls: readonly string[], readonly results: readonly string[] } {
  const nodes = listObjects(body)
  return {
    calls: nodes.flatMap(node => readCallId(node) ?? []),
    results: nodes.flatMap(node => readResultId(node) ?? []),
  }
}

type Node = Readonly<Record<string, unknown>>

function readCallId(node: Node): string | undefined {
  if (node.type === 'tool_use') return String(node.id)
  if (node.type === 'function_call') return String(node.call_id)
  // OpenAI Chat: one of `tool_calls`.
  if (node.type === 'function' && 'id' in node) return String(node.id)
  return readName(node.functionCall)
}

function readResultId(node: Node): string | undefined {
  if (node.type === 'tool_result') return String(node.tool_use_id)
  if (node.type === 'function_call_output') return String(node.call_id)
  if (node.role === 'tool') return String(node.tool_call_id)
  return readName(node.functionResponse)
}

function readName(value: unknown): string | undefined {
  return typeof value === 'object' && value !== null && 'name' in value ? String(value.name) : undefined
}

function listObjects(value: unknown): readonly Node[] {
  if (Array.isArray(value)) return value.flatMap(listObjects)
  if (typeof value !== 'object' || value === null) return []
  return [value as Node, ...Object.values(value).flatMap(listObjects)]
}
