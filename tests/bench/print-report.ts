import { cpus } from 'node:os'
import type { Measurement } from './subject'

/** The figures of one subject. */
export type Results = Readonly<Record<'one' | 'sixteen' | 'flood' | 'small' | 'large', Measurement>>

export interface Report {
  /** The bare SDK loop. */
  readonly floor: Results
  /** The built server over HTTP. */
  readonly whole: Results
  /** The run loop in process, without server and database. */
  readonly loop: Results
}

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
  { name: '5,000 deltas                cpu ms', read: ({ flood }) => flood.cpuMs, digits: 0 },
  { name: '                            deltas / s', read: ({ flood }) => flood.deltasPerSecond, digits: 0 },
  { name: '                            first delta ms', read: ({ flood }) => flood.firstDeltaMs },
  { name: 'arguments, 64 KB            cpu ms', read: ({ small }) => small.cpuMs, digits: 0 },
  { name: '                            wall ms', read: ({ small }) => small.wallMs, digits: 0 },
  { name: 'arguments, 256 KB           cpu ms', read: ({ large }) => large.cpuMs, digits: 0 },
  { name: '                            wall ms', read: ({ large }) => large.wallMs, digits: 0 },
  { name: 'growth 64 -> 256 KB         cpu', read: readGrowth, digits: 1 },
]

function readGrowth({ small, large }: Results): number {
  return large.cpuMs / small.cpuMs
}

/** Beyond a growth of 4 by this share something costs more than the length of its input. */
const LINEAR_GROWTH = 4 * 1.25

export function printReport({ floor, whole, loop }: Report): void {
  const [cpu] = cpus()
  const lines = ROWS.map(({ name, read, digits = 2 }) => {
    const [base, app, module] = [floor, whole, loop].map(read) as [number, number, number] // one figure per subject
    return toLine(name, [base.toFixed(digits), app.toFixed(digits), `${(app / base).toFixed(2)}x`, module.toFixed(digits), `${(module / base).toFixed(2)}x`])
  })
  const turn = whole.one.cpuMs / floor.one.cpuMs
  const rate = whole.flood.deltasPerSecond / floor.flood.deltasPerSecond
  process.stdout.write([
    `${cpus().length} x ${cpu?.model.trim()}, node ${process.version}, ${process.platform}-${process.arch}`,
    'Per turn, against a scripted model over HTTP on this machine. Ratios are to the bare SDK loop.',
    '',
    toLine('', ['bare SDK', 'Patchbay', 'ratio', 'run loop', 'ratio']),
    ...lines,
    '',
    toAim(`cpu per tool turn at most 1.5x: ${turn.toFixed(2)}x`, turn <= 1.5),
    toAim(`deltas / s at least 0.9x: ${rate.toFixed(2)}x`, rate >= 0.9),
    toAim(`linear growth of arguments, about 4: ${readGrowth(whole).toFixed(1)}`, readGrowth(whole) <= LINEAR_GROWTH),
    '',
  ].join('\n'))
}

function toLine(name: string, figures: readonly string[]): string {
  return [name.padEnd(44), ...figures.map(figure => figure.padStart(11))].join('')
}

function toAim(text: string, isMet: boolean): string {
  return `${isMet ? 'met   ' : 'missed'}  ${text}`
}
