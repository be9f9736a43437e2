import type { DiskTimes } from './disk'
import type { Report, Results, ServerReport } from './print-report'

export interface Aim {
  readonly text: string
  readonly isMet: boolean
}

/** Beyond a growth of 4 by this share something costs more than the length of its input. */
const LINEAR_GROWTH = 4 * 1.25
const TRANSLATED_AGAIN = 0.2

const MAX_LOG_KB = 90
const MAX_KEPT_KB = 5

export function readAims({ floor, loop, server, translation }: Report): readonly Aim[] {
  return [
    ...aimsOfSubject('run loop', loop, { bare: floor, turn: { floor, name: 'bare loop', limit: 1 } }),
    ...(server ? aimsOfSubject('Patchbay', server.app, { bare: floor, turn: { floor: server.floor, name: 'HTTP floor', limit: 1.8 } }) : []),
    ...(server ? [aimOfFirstDelta(server, floor), ...aimsOfDisk(server.disk)] : []),
    ...translation.filter(({ tools }) => tools === 1000).map(({ provider, again }) => (
      { text: `${provider}: 1,000 tools again at most ${TRANSLATED_AGAIN}x of JSON.stringify: ${again.toFixed(2)}x`, isMet: again <= TRANSLATED_AGAIN }
    )),
  ]
}

/** What a server adds to the first delta of the bare loop. */
function aimOfFirstDelta({ app, floor }: ServerReport, bare: Results): Aim {
  const [added, addedByFloor] = [app, floor].map(({ one }) => one.firstDeltaMs - bare.one.firstDeltaMs) as [number, number]
  const figures = `${added.toFixed(2)} ms against ${addedByFloor.toFixed(2)} ms`
  return { text: `Patchbay: first delta added at most 1.5x of the HTTP floor's: ${figures}`, isMet: added <= 1.5 * addedByFloor }
}

function aimsOfDisk({ app, floor }: DiskTimes): readonly Aim[] {
  const toText = (bytes: number, least: number) => `${(bytes / 1024).toFixed(1)} KB, ${(bytes / least).toFixed(2)}x of plain rows`
  return [
    { text: `Patchbay: log per tool turn at most ${MAX_LOG_KB} KB: ${toText(app.logBytes, floor.logBytes)}`, isMet: app.logBytes <= MAX_LOG_KB * 1024 },
    { text: `Patchbay: kept per tool turn at most ${MAX_KEPT_KB} KB: ${toText(app.keptBytes, floor.keptBytes)}`, isMet: app.keptBytes <= MAX_KEPT_KB * 1024 },
  ]
}

interface Floors {
  readonly bare: Results
  readonly turn: { readonly floor: Results, readonly name: string, readonly limit: number }
}

function aimsOfSubject(name: string, results: Results, { bare, turn }: Floors): readonly Aim[] {
  const turnAims = ([['one', '200 words'], ['shortOne', '20 words']] as const).map(([job, length]) => {
    const ratio = results[job].cpuMs / turn.floor[job].cpuMs
    const text = `${name}: cpu per tool turn, answered in ${length}, at most ${turn.limit.toFixed(1)}x of the ${turn.name}: ${ratio.toFixed(2)}x`
    return { text, isMet: ratio <= turn.limit }
  })
  const rate = results.flood.deltasPerSecond / bare.flood.deltasPerSecond
  const growth = results.large.cpuMs / results.small.cpuMs
  return [
    ...turnAims,
    { text: `${name}: deltas / s at least 0.9x of the bare loop: ${rate.toFixed(2)}x`, isMet: rate >= 0.9 },
    { text: `${name}: linear growth of arguments, about 4: ${growth.toFixed(1)}`, isMet: growth <= LINEAR_GROWTH },
  ]
}
