import { PACE, SLOW_TOOL_CALLS } from './job'
import type { ServerReport } from './report'
import type { ServerTimes } from './server-times'

/** One figure of the built server beside that of the floor. */
interface ServerLine {
  readonly name: string
  readonly floor: number
  readonly app: number
  readonly digits: number
  /** The highest figure of the built server that is good enough. */
  readonly limit?: number
}

const MEGABYTE = 1024 * 1024
const KILOBYTE = 1024
const IDEAL_MS = (PACE.deltas - 1) * PACE.everyMs
/** Beyond the shortest time in which the paced model can end. */
const WALL = 1.3
const FEW_STREAMS = 300

export function toServerLines({ disk, times }: ServerReport): readonly ServerLine[] {
  const compare = (name: string, read: (times: ServerTimes) => number, digits = 0, limit?: number): ServerLine => (
    { name, floor: read(times.floor), app: read(times.app), digits, limit }
  )
  return [
    ...times.app.streams.flatMap((_, index) => toStreamLines(times, index)),
    compare(`${SLOW_TOOL_CALLS} tools of 100 ms at once       ms`, ({ slowToolsMs }) => slowToolsMs, 1, 108),
    compare('start to first delta           ms', ({ start }) => start.firstDeltaMs, 0, 1200),
    compare('memory after it                MB', ({ start }) => start.idleBytes / MEGABYTE, 0, 220),
    toDiskLine('log per tool turn              KB', [disk.floor.logBytes, disk.app.logBytes], 90),
    toDiskLine('kept per tool turn             KB', [disk.floor.keptBytes, disk.app.keptBytes], 5),
  ]
}

function toDiskLine(name: string, [floor, app]: readonly [number, number], limit: number): ServerLine {
  return { name, floor: floor / KILOBYTE, app: app / KILOBYTE, digits: 1, limit }
}

function toStreamLines({ floor, app }: ServerReport['times'], index: number): readonly ServerLine[] {
  const [least, most] = [floor.streams[index]!, app.streams[index]!]
  const isFew = most.count <= FEW_STREAMS
  const name = `${most.count.toLocaleString('en')} streams`.padEnd(14)
  return [
    { name: `${name}first delta p50  ms`, floor: least.firstDeltaMs, app: most.firstDeltaMs, digits: 0, ...(isFew && { limit: 400 }) },
    { name: `${name}delay p99        ms`, floor: least.delayMs, app: most.delayMs, digits: 1, ...(isFew && { limit: 100 }) },
    { name: `${name}wall             ms`, floor: least.wallMs, app: most.wallMs, digits: 0, limit: WALL * IDEAL_MS },
    { name: `${name}memory peak      MB`, floor: least.peakBytes / MEGABYTE, app: most.peakBytes / MEGABYTE, digits: 0, limit: 600 },
  ]
}
