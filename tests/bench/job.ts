/** What the scripted model is asked. A turn is a call of a tool, and then an answer: of some paragraphs, or of one sentence. */
export type Prompt = 'turn' | 'turn in short' | 'deltas' | `arguments ${number}` | 'paced' | 'slow tools'

/** What every turn offers to the model. */
export const OFFERED_TOOLS = ['calculate', 'write_file']

/** How the model answers `paced`: the speed at which a vendor's model writes, for about two seconds. */
export const PACE = { deltas: 41, everyMs: 50 }

/** Calls in the one answer to `slow tools`. */
export const SLOW_TOOL_CALLS = 8

/** Turns to be played, at most `parallel` at once. */
export interface Job {
  readonly prompt: Prompt
  readonly turns: number
  readonly parallel: number
}

/** When the text of one turn came, in milliseconds since its request was sent. */
export interface TurnTimes {
  readonly firstDeltaMs: number
  readonly lastDeltaMs: number
  readonly deltas: number
}

export async function playTurns({ turns, parallel }: Job, playTurn: (turn: number) => Promise<TurnTimes>): Promise<TurnTimes[]> {
  const times: TurnTimes[] = []
  let next = 0
  async function playOn(): Promise<void> {
    while (next < turns) times.push(await playTurn(next++))
  }
  await Promise.all(Array.from({ length: parallel }, playOn))
  return times
}

export function createDeltaTimer() {
  const sentAt = performance.now()
  const times = { firstDeltaMs: 0, lastDeltaMs: 0, deltas: 0 }
  return {
    times,
    // The scripted model begins every delta with a space: whoever joins deltas on the way is not measured as slower.
    count: (text: string) => {
      times.lastDeltaMs = performance.now() - sentAt
      times.firstDeltaMs ||= times.lastDeltaMs
      times.deltas += text.split(' ').length - 1
    },
  }
}
