import type { Report, Results } from './print-report'

export interface Aim {
  readonly text: string
  readonly isMet: boolean
}

/** Beyond a growth of 4 by this share something costs more than the length of its input. */
const LINEAR_GROWTH = 4 * 1.25
const TRANSLATED_AGAIN = 0.2

export function readAims({ floor, loop, whole, translation }: Report): readonly Aim[] {
  return [
    ...aimsOfSubject('run loop', loop, { floor, turn: 1 }),
    ...(whole ? aimsOfSubject('Patchbay', whole, { floor, turn: 1.5 }) : []),
    ...translation.filter(({ tools }) => tools === 1000).map(({ provider, again }) => (
      { text: `${provider}: 1,000 tools again at most ${TRANSLATED_AGAIN}x of JSON.stringify: ${again.toFixed(2)}x`, isMet: again <= TRANSLATED_AGAIN }
    )),
  ]
}

function aimsOfSubject(name: string, results: Results, aim: { readonly floor: Results, readonly turn: number }): readonly Aim[] {
  const turnAims = ([['one', '200 words'], ['shortOne', '20 words']] as const).map(([job, length]) => {
    const turn = results[job].cpuMs / aim.floor[job].cpuMs
    return { text: `${name}: cpu per tool turn, answered in ${length}, at most ${aim.turn.toFixed(1)}x: ${turn.toFixed(2)}x`, isMet: turn <= aim.turn }
  })
  const rate = results.flood.deltasPerSecond / aim.floor.flood.deltasPerSecond
  const growth = results.large.cpuMs / results.small.cpuMs
  return [
    ...turnAims,
    { text: `${name}: deltas / s at least 0.9x: ${rate.toFixed(2)}x`, isMet: rate >= 0.9 },
    { text: `${name}: linear growth of arguments, about 4: ${growth.toFixed(1)}`, isMet: growth <= LINEAR_GROWTH },
  ]
}
