import { lengthOf, mergeIntervals, type Interval } from './merge-intervals'

/** From elapsed milliseconds to a place on the axis, 0 to 1. */
export interface ShownClock {
  readonly position: (elapsedMs: number) => number
  readonly ticks: () => readonly { readonly at: number, readonly elapsedMs: number }[]
}

interface Stretch extends Interval { readonly shownStart: number, readonly shownMs: number, readonly isGap: boolean }

const SHORTEST_CUT_MS = 2000
const GAP_SHARE = 0.25
const TICKS_WANTED = 4
/** As a share of the axis: nearer, their words would meet. The word of the first is only "0". */
const LEAST_DISTANCE = 0.24
const LEAST_FROM_START = 0.12
const NICE_STEPS = [1, 2, 5]

/**
 * A person may take an hour to answer between two seconds of work. Where nothing works for long, the axis is cut short,
 * so that the work stays readable; everything shares the same cut, so bars stay comparable.
 */
export function createShownClock(work: readonly Interval[], totalMs: number): ShownClock {
  const stretches = layOut(cutAt(work, totalMs))
  const shownTotal = Math.max(1, stretches.reduce((sum, stretch) => sum + stretch.shownMs, 0))
  const position = (elapsedMs: number) => {
    const within = Math.min(Math.max(elapsedMs, 0), totalMs)
    const stretch = stretches.find(({ endMs }) => within <= endMs) ?? stretches.at(-1)
    if (!stretch) return 0
    const length = stretch.endMs - stretch.startMs
    const share = length > 0 ? (within - stretch.startMs) / length : 0
    return (stretch.shownStart + share * stretch.shownMs) / shownTotal
  }
  return { position, ticks: () => ticksOf(stretches, shownTotal, position) }
}

function cutAt(work: readonly Interval[], totalMs: number): readonly (Interval & { readonly isGap: boolean })[] {
  const busy = mergeIntervals(work)
  const busyMs = lengthOf(busy)
  const longest = Math.max(SHORTEST_CUT_MS, busyMs * GAP_SHARE)
  const result: (Interval & { isGap: boolean })[] = []
  let cursor = 0
  const addGap = (endMs: number) => {
    if (endMs > cursor) result.push({ startMs: cursor, endMs, isGap: endMs - cursor > longest })
  }
  for (const { startMs, endMs } of busy) {
    addGap(startMs)
    result.push({ startMs, endMs, isGap: false })
    cursor = endMs
  }
  addGap(totalMs)
  return result
}

function layOut(parts: readonly (Interval & { readonly isGap: boolean })[]): readonly Stretch[] {
  const openMs = parts.filter(part => !part.isGap).reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0)
  const gapMs = Math.max(SHORTEST_CUT_MS / 4, openMs * GAP_SHARE)
  let shownStart = 0
  return parts.map((part) => {
    const shownMs = part.isGap ? gapMs : part.endMs - part.startMs
    const stretch = { ...part, shownStart, shownMs }
    shownStart += shownMs
    return stretch
  })
}

/** Where a cut begins and ends, and round times between; none inside a cut, where equal distances would not be equal times. */
function ticksOf(stretches: readonly Stretch[], shownTotal: number, position: (elapsedMs: number) => number) {
  const step = niceStep(shownTotal / TICKS_WANTED)
  const edges = stretches.filter(({ isGap }) => isGap).flatMap(({ startMs, endMs }) => [startMs, endMs]).filter(edge => position(edge) < 1)
  const round = stretches.filter(({ isGap }) => !isGap).flatMap(({ startMs, endMs }) => {
    const first = Math.ceil(startMs / step)
    const count = Math.max(0, Math.floor(endMs / step) - first + 1)
    return Array.from({ length: count }, (_, index) => (first + index) * step)
  })
  const inOrderOfUse = [...edges, ...round].map(
    elapsedMs => ({ at: position(elapsedMs), elapsedMs }),
  ).filter(({ at }) => at >= LEAST_FROM_START)
  const apart: typeof inOrderOfUse = []
  for (const tick of inOrderOfUse) {
    if (apart.every(({ at }) => Math.abs(at - tick.at) >= LEAST_DISTANCE)) apart.push(tick)
  }
  return [{ at: 0, elapsedMs: 0 }, ...apart.toSorted((left, right) => left.at - right.at)]
}

function niceStep(wantedMs: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, wantedMs)))
  return (NICE_STEPS.find(nice => nice * power >= wantedMs) ?? 10) * power
}
