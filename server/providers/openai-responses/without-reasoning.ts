import type { ResponseCreateParamsStreaming, ResponseInputItem } from 'openai/resources/responses/responses'
import type { TranslationWarning } from '#shared/run-event'
import type { RepairedRequest } from '../kit/stream/vendor-transport'
import { withoutReasoning, type OutputItem } from './assistant-items'

interface Remedy {
  readonly helps: (error: RejectedRequest) => boolean
  /** Absent when the request holds nothing of what was refused. */
  readonly apply: (wire: ResponseCreateParamsStreaming) => ResponseCreateParamsStreaming | undefined
  readonly warning: TranslationWarning
}

/** The cause of an error as the service words it. */
type RejectedRequest = { readonly code?: unknown, readonly param?: unknown, readonly message?: unknown }

/** What the service says of reasoning without what it led to, of the reverse, and of an id it did not keep; it has no code for them. */
const UNPAIRED = /required '?(?:following|reasoning)'? item|Item with id '?rs_/

const REMEDIES: readonly Remedy[] = [
  {
    helps: ({ code, message }) => code === 'invalid_encrypted_content' || UNPAIRED.test(String(message)),
    apply: wire => holdsReasoning(wire) ? { ...wire, input: stripReasoning(wire.input) } : undefined,
    warning: {
      path: '/input', keyword: 'reasoning', action: 'left-out',
      reason: 'The service refused the sealed reasoning of earlier turns, so the request was sent once more without it.',
    },
  },
  {
    // "Your organization must be verified to generate reasoning summaries": github.com/continuedev/continue/pull/12047
    helps: ({ param }) => param === 'reasoning.summary',
    apply: ({ reasoning, ...wire }) => reasoning?.summary ? { ...wire, reasoning: { ...reasoning, summary: undefined } } : undefined,
    warning: {
      path: '/reasoning', keyword: 'summary', action: 'left-out',
      reason: 'The service shows no reasoning to this organisation until it is verified there, so the request was sent once more '
        + 'without asking for it.',
    },
  },
]

/**
 * What to send when the service cannot open what it sealed, or misses its pair: a gateway may have changed the
 * organisation between two turns (github.com/pydantic/pydantic-ai/issues/4608), or lost an item
 * (github.com/vercel/ai/issues/7099 and 7543). In the same way without a summary of it.
 */
export function leaveOutReasoning(
  wire: ResponseCreateParamsStreaming, error: RejectedRequest,
): RepairedRequest<ResponseCreateParamsStreaming> | undefined {
  const remedy = REMEDIES.find(({ helps }) => helps(error))
  const repaired = remedy?.apply(wire)
  return remedy && repaired && { wire: repaired, warning: remedy.warning }
}

function holdsReasoning({ input }: ResponseCreateParamsStreaming): boolean {
  return Array.isArray(input) && input.some(({ type }) => type === 'reasoning')
}

/** Every replayed item loses its id with it: it may not claim to have followed what is gone. */
function stripReasoning(input: ResponseCreateParamsStreaming['input']): ResponseCreateParamsStreaming['input'] {
  if (!Array.isArray(input)) return input
  return withoutReasoning(input as unknown as OutputItem[]) as unknown as ResponseInputItem[] // the same items, only fewer
}
