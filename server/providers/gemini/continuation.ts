import { z } from 'zod'
import type { Message, TurnOrigin } from '#shared/message'
import { findReplayableTurn } from '../kit/messages/replayable-turn'

const spreadTurnSchema = z.object({ continuationToken: z.string() })

interface Continuation {
  readonly messages: readonly Message[]
  readonly token?: string
}

/**
 * An answer longer than one request may be ends with a token. The same request goes again with it, without what has
 * been said: the model goes on where it stopped (ai.google.dev/gemini-api/docs/generate-content/long-decode).
 */
export function takeContinuation(messages: readonly Message[], origin: TurnOrigin): Continuation {
  const token = readToken(messages.at(-1), origin)
  if (token === undefined) return { messages }
  const end = messages.findLastIndex(message => readToken(message, origin) === undefined) + 1
  return { messages: messages.slice(0, end), token }
}

function readToken(message: Message | undefined, origin: TurnOrigin): string | undefined {
  if (message?.role !== 'assistant') return undefined
  return spreadTurnSchema.safeParse(findReplayableTurn(message, origin)).data?.continuationToken
}
