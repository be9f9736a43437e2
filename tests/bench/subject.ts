import { readFileSync } from 'node:fs'
import type { Job, TurnTimes } from './job'

export interface Measurement {
  /** Milliseconds per turn. */
  readonly cpuMs: number
  readonly wallMs: number
  /** Medians over the turns. */
  readonly firstDeltaMs: number
  /** From the request on: deltas that come late but together are not a fast stream. */
  readonly deltasPerSecond: number
}

/** A process that plays turns and whose processor time is counted. */
export interface Subject {
  play(job: Job): Promise<Measurement>
}

// USER_HZ: Linux shows process times in hundredths of a second on every architecture.
const TICK_MS = 10

/** All threads of the process, user and system. */
function readCpuMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name in parentheses may hold spaces; user and system time are the 14th and 15th field.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

export async function measure(pid: number, { turns }: Job, work: () => Promise<TurnTimes[]>): Promise<Measurement> {
  const cpuBefore = readCpuMs(pid)
  const startedAt = performance.now()
  const times = await work()
  return {
    wallMs: (performance.now() - startedAt) / turns,
    cpuMs: (readCpuMs(pid) - cpuBefore) / turns,
    firstDeltaMs: median(times.map(time => time.firstDeltaMs)),
    deltasPerSecond: median(times.map(time => 1000 * time.deltas / time.lastDeltaMs)),
  }
}

/** Field by field: one disturbed round does not count. */
export function toMedians(measurements: readonly Measurement[]): Measurement {
  const read = (field: keyof Measurement) => median(measurements.map(measurement => measurement[field]))
  return { cpuMs: read('cpuMs'), wallMs: read('wallMs'), firstDeltaMs: read('firstDeltaMs'), deltasPerSecond: read('deltasPerSecond') }
}

export function percentile(values: readonly number[], share: number): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length * share)] ?? Number.NaN
}

function median(values: readonly number[]): number {
  return percentile(values, 0.5)
}
