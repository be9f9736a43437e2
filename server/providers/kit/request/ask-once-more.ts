import { AppError } from '#server/errors'
import type { TranslationWarning } from '#shared/run-event'
import type { ModelEvent } from '../../provider'

export interface MendedRequest<Wire> { readonly wire: Wire, readonly warning: TranslationWarning }

interface Attempt<Wire> {
  readonly wire: Wire
  /** `wire` as JSON text. */
  readonly body: string
  readonly toBody: (wire: Wire) => string
  readonly ask: (body: string) => AsyncIterable<readonly ModelEvent[]>
  /** What to send instead, told from the vendor's own error; absent when nothing would help. */
  readonly mend: (wire: Wire, fault: object) => MendedRequest<Wire> | undefined
}

/** Asks, and once more without what the vendor refused. Never after anything of an answer came. */
export async function* askOnceMore<Wire>({ wire, body, toBody, ask, mend }: Attempt<Wire>): AsyncGenerator<readonly ModelEvent[]> {
  let hasAnswered = false
  try {
    for await (const batch of ask(body)) {
      hasAnswered = true
      yield batch
    }
  }
  catch (error) {
    const fault = error instanceof AppError ? error.cause : undefined
    const second = hasAnswered || typeof fault !== 'object' || fault === null ? undefined : mend(wire, fault)
    if (!second) throw error
    const mended = toBody(second.wire)
    yield [{ type: 'request', body: mended }, { type: 'warning', warning: second.warning }]
    yield* ask(mended)
  }
}
