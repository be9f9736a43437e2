import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import type { DurableEvent, RunError } from '#shared/run-event'
import type { StepWireView, WireAttempt } from '#shared/wire'
import { notFound } from '../../errors'
import type { RunStore, StepWire } from '../../ports/run-store'

const decompress = promisify(zstdDecompress)

/** What a step's attempts sent and got, and what the translation said up to it. Throws for a step that never began. */
export async function readStepWire(store: RunStore, runId: string, step: number): Promise<StepWireView> {
  const events = await store.readEvents(runId, 0)
  if (!events.some(event => event.type === 'step-start' && event.step === step)) throw notFound('step')
  const stored = await store.readWires(runId, step)
  return {
    step, attempts: await Promise.all(stored.map(wire => toAttempt(wire, findError(events, wire)))), warnings: listWarnings(events, step),
  }
}

/** A warning is said once in a run and holds for every request after it. */
function listWarnings(events: readonly DurableEvent[], step: number): StepWireView['warnings'] {
  return events.flatMap(event => event.type === 'translation-warning' && event.step <= step
    ? { step: event.step, warning: event.warning }
    : [])
}

/** An attempt that was tried again tells why; the last one of a step that broke ends its run. */
function findError(events: readonly DurableEvent[], { step, attempt }: StepWire): RunError | undefined {
  const retry = events.find(event => event.type === 'step-retry' && event.step === step && event.attempt === attempt)
  if (retry?.type === 'step-retry') return retry.error
  const hasBroken = events.some(event => event.type === 'step-end' && event.step === step && event.finishReason === 'error')
  const end = events.at(-1)
  return hasBroken && end?.type === 'run-end' ? end.error : undefined
}

async function toAttempt(
  { attempt, adapter, endpoint, encoding, request, response, cut }: StepWire, error: RunError | undefined,
): Promise<WireAttempt> {
  const read = async (bytes: Uint8Array) => Buffer.from(encoding === 'zstd' ? await decompress(bytes) : bytes).toString('utf8')
  const text = await read(response)
  return {
    attempt, adapter, endpoint, request: parseOrText(await read(request)), events: text === '' ? [] : text.split('\n'), cut,
    ...(error && { error }),
  }
}

function parseOrText(text: string): unknown {
  try {
    return JSON.parse(text)
  }
  catch {
    return text
  }
}
