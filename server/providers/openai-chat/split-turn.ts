import type { WireTurn } from './assistant-turn'

/** Most calls in one message of the history: "array too long", github.com/langchain-ai/langchainjs/issues/9804 and others. */
const MAX_CALLS = 128

interface Portion {
  readonly message: WireTurn
  readonly ids: ReadonlySet<string>
}

/** A turn with more calls than a message may hold, as several; only the first says the text. */
export function splitTurn(turn: WireTurn): readonly Portion[] {
  const calls = turn.tool_calls ?? []
  const portions: Portion[] = []
  for (let start = 0; start < calls.length; start += MAX_CALLS) {
    const some = calls.slice(start, start + MAX_CALLS)
    const message = calls.length <= MAX_CALLS ? turn : { ...turn, ...(start > 0 && { content: null }), tool_calls: some }
    portions.push({ message, ids: new Set(some.map(({ id }) => id)) })
  }
  return portions
}
