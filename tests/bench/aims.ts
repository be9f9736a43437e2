import type { Report, Results, ServerReport } from './report'
import { toServerLines } from './server-lines'

interface Aim {
  readonly text: string
  readonly isMet: boolean
  /** Whether there is no figure that could meet the aim or miss it. */
  readonly isMissing: boolean
}

/** Beyond a growth of 4 by this share something costs more than the length of its input. */
const LINEAR_GROWTH = 4 * 1.25
const TRANSLATED_AGAIN = 0.2
const FIRST_DELTA = 1.5

export function readAims({ floor, loop, server, translation }: Report): readonly Aim[] {
  return [
    ...aimsOfSubject('run loop', loop, { bare: floor, turn: { floor, name: 'bare loop', limit: 1 } }),
    ...(server ? aimsOfServer(server, floor) : []),
    ...translation.filter(({ tools }) => tools === 1000).map(({ provider, again }) => (
      atMost(`${provider}: 1,000 tools again`, again, { limit: TRANSLATED_AGAIN, unit: 'x of JSON.stringify' })
    )),
  ]
}

function aimsOfServer(server: ServerReport, bare: Results): readonly Aim[] {
  return [
    ...aimsOfSubject('Patchbay', server.app, { bare, turn: { floor: server.floor, name: 'HTTP floor', limit: 1.8 } }),
    aimOfFirstDelta(server, bare),
    ...aimsOfLines(server),
  ]
}

/** What a server adds to the first delta of the bare loop. */
function aimOfFirstDelta({ app, floor }: ServerReport, bare: Results): Aim {
  const [added, addedByFloor] = [app, floor].map(({ one }) => one.firstDeltaMs - bare.one.firstDeltaMs) as [number, number]
  const name = `Patchbay: first delta added (${added.toFixed(2)} ms, HTTP floor ${addedByFloor.toFixed(2)} ms)`
  return atMost(name, added / addedByFloor, { limit: FIRST_DELTA, unit: 'x of the HTTP floor' })
}

function aimsOfLines(report: ServerReport): readonly Aim[] {
  return toServerLines(report).filter(({ limit }) => limit !== undefined).map(({ name, floor, app, digits, limit = 0 }) => {
    const aim = atMost(`Patchbay: ${name.replace(/\s+/g, ' ')}`, app, { limit, unit: '', digits })
    return { ...aim, text: `${aim.text}, ${(app / floor).toFixed(2)}x of the floor`, isMissing: aim.isMissing || !Number.isFinite(floor) }
  })
}

interface Floors {
  readonly bare: Results
  readonly turn: { readonly floor: Results, readonly name: string, readonly limit: number }
}

function aimsOfSubject(name: string, results: Results, { bare, turn }: Floors): readonly Aim[] {
  const rate = results.flood.deltasPerSecond / bare.flood.deltasPerSecond
  return [
    ...([['one', '200 words'], ['shortOne', '20 words']] as const).map(([job, length]) => {
      const ratio = results[job].cpuMs / turn.floor[job].cpuMs
      return atMost(`${name}: cpu per tool turn, answered in ${length},`, ratio, { limit: turn.limit, unit: `x of the ${turn.name}` })
    }),
    {
      text: `${name}: deltas / s at least 0.9x of the bare loop: ${rate.toFixed(2)}`,
      isMet: rate >= 0.9,
      isMissing: !Number.isFinite(rate),
    },
    atMost(`${name}: growth of arguments, linear is 4,`, results.large.cpuMs / results.small.cpuMs, { limit: LINEAR_GROWTH, unit: '' }),
  ]
}

interface Limit { readonly limit: number, readonly unit: string, readonly digits?: number }

function atMost(name: string, figure: number, { limit, unit, digits = 2 }: Limit): Aim {
  return { text: `${name} at most ${limit}${unit}: ${figure.toFixed(digits)}`, isMet: figure <= limit, isMissing: !Number.isFinite(figure) }
}
