import type { ResponseCreateParamsStreaming, ResponseInputItem } from 'openai/resources/responses/responses'
import { AppError } from '#server/errors'
import type { TranslationWarning } from '#shared/run-event'
import type { ModelEvent } from '../provider'
import { withoutReasoning, type OutputItem } from './assistant-items'

const WARNING: TranslationWarning = {
  path: '/input',
  keyword: 'reasoning',
  action: 'left-out',
  reason: 'The service refused the sealed reasoning of earlier turns, so the request was sent once more without it.',
}

interface Attempt {
  readonly wire: ResponseCreateParamsStreaming
  /** `wire` as JSON text. */
  readonly body: string
  readonly toBody: (wire: ResponseCreateParamsStreaming) => string
  readonly ask: (body: string) => AsyncIterable<readonly ModelEvent[]>
}

/**
 * Asks, and once more without reasoning when the service cannot open what it sealed, or misses its pair: a gateway may
 * have changed the organisation between two turns (github.com/pydantic/pydantic-ai/issues/4608), or lost an item
 * (github.com/vercel/ai/issues/7099 and 7543). Never after anything of an answer came.
 */
export async function* askWithReasoning({ wire, body, toBody, ask }: Attempt): AsyncGenerator<readonly ModelEvent[]> {
  let hasAnswered = false
  try {
    for await (const batch of ask(body)) {
      hasAnswered = true
      yield batch
    }
    return
  }
  catch (error) {
    if (hasAnswered || !isRefused(error) || !holdsReasoning(wire)) throw error
  }
  const bare = toBody({ ...wire, input: stripReasoning(wire.input) })
  yield [{ type: 'request', body: bare }, { type: 'warning', warning: WARNING }]
  yield* ask(bare)
}

/** What the service says of reasoning without what it led to, of the reverse, and of an id it did not keep; it has no code for them. */
const UNPAIRED = /required '?(?:following|reasoning)'? item|Item with id '?rs_/

function isRefused(error: unknown): boolean {
  const cause = error instanceof AppError ? error.cause : undefined
  if (typeof cause !== 'object' || cause === null) return false
  return ('code' in cause && cause.code === 'invalid_encrypted_content') || ('message' in cause && UNPAIRED.test(String(cause.message)))
}

function holdsReasoning({ input }: ResponseCreateParamsStreaming): boolean {
  return Array.isArray(input) && input.some(({ type }) => type === 'reasoning')
}

/** Every replayed item loses its id with it: it may not claim to have followed what is gone. */
function stripReasoning(input: ResponseCreateParamsStreaming['input']): ResponseCreateParamsStreaming['input'] {
  if (!Array.isArray(input)) return input
  return withoutReasoning(input as unknown as OutputItem[]) as unknown as ResponseInputItem[] // the same items, only fewer
}
