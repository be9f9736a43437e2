import type { Message, TurnOrigin } from '#shared/message'

/** The vendor's own form of a turn, if it may be sent again: signatures are void anywhere but where they were made. */
export function findReplayableTurn(message: Extract<Message, { role: 'assistant' }>, target: TurnOrigin): unknown {
  const { adapter, endpoint, model } = message.origin
  const same = adapter === target.adapter && endpoint === target.endpoint && model === target.model
  return same ? message.native : undefined
}
