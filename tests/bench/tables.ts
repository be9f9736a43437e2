import type { Report, Results, ServerReport } from './report'
import { toServerLines } from './server-lines'

interface Row {
  readonly name: string
  readonly read: (results: Results) => number
  readonly digits?: number
}

const ROWS: readonly Row[] = [
  { name: 'tool turn, one at a time    cpu ms', read: ({ one }) => one.cpuMs },
  { name: '                            wall ms', read: ({ one }) => one.wallMs },
  { name: '                            first delta ms', read: ({ one }) => one.firstDeltaMs },
  { name: 'tool turn, 16 at a time     cpu ms', read: ({ sixteen }) => sixteen.cpuMs },
  { name: '                            wall ms', read: ({ sixteen }) => sixteen.wallMs },
  { name: 'the same, answered in short cpu ms', read: ({ shortOne }) => shortOne.cpuMs },
  { name: '                            wall ms', read: ({ shortOne }) => shortOne.wallMs },
  { name: '                16 at a time cpu ms', read: ({ shortSixteen }) => shortSixteen.cpuMs },
  { name: '5,000 deltas                cpu ms', read: ({ flood }) => flood.cpuMs, digits: 0 },
  { name: '                            cpu µs per delta', read: ({ flood }) => flood.cpuMs / 5, digits: 1 },
  { name: '                            deltas / s', read: ({ flood }) => flood.deltasPerSecond, digits: 0 },
  { name: '                            first delta ms', read: ({ flood }) => flood.firstDeltaMs },
  { name: 'arguments, 64 KB            cpu ms', read: ({ small }) => small.cpuMs, digits: 0 },
  { name: '                            wall ms', read: ({ small }) => small.wallMs, digits: 0 },
  { name: 'arguments, 256 KB           cpu ms', read: ({ large }) => large.cpuMs, digits: 0 },
  { name: '                            wall ms', read: ({ large }) => large.wallMs, digits: 0 },
  { name: 'growth 64 -> 256 KB         cpu', read: ({ small, large }) => large.cpuMs / small.cpuMs, digits: 1 },
]

export function toTurnTable({ floor, loop, server }: Report): string[] {
  const heads = ['bare SDK', 'run loop', 'ratio', ...(server ? ['HTTP floor', 'Patchbay', 'ratio'] : [])]
  const lines = ROWS.map(({ name, read, digits = 2 }) => {
    const compare = (base: Results, results: Results) => [base, results].map(read).map(figure => figure.toFixed(digits))
      .concat(`${(read(results) / read(base)).toFixed(2)}x`)
    return toLine(name, [...compare(floor, loop), ...(server ? compare(server.floor, server.app) : [])])
  })
  return [toLine('', heads), ...lines]
}

export function toServerTable(server: ServerReport): string[] {
  const lines = toServerLines(server).map(({ name, floor, app, digits, limit }) => (
    toLine(name, [floor.toFixed(digits), app.toFixed(digits), `${(app / floor).toFixed(2)}x`, limit === undefined ? '' : `<= ${limit}`])
  ))
  return [toLine('', ['HTTP floor', 'Patchbay', 'ratio', 'aim']), ...lines]
}

export function toTranslationTable({ translation }: Report): string[] {
  const lines = translation.map(({ provider, tools, stringifyMs, first, again }) => (
    toLine(`${provider.padEnd(20)}${tools} tools`, [stringifyMs.toFixed(3), `${first.toFixed(1)}x`, `${again.toFixed(2)}x`])
  ))
  return [toLine('', ['stringify ms', 'first time', 'again']), ...lines]
}

function toLine(name: string, figures: readonly string[]): string {
  return [name.padEnd(44), ...figures.map(figure => figure.padStart(13))].join('')
}
