export interface Interval { readonly startMs: number, readonly endMs: number }

/** In order of time, with those that overlap or touch made one. */
export function mergeIntervals(intervals: readonly Interval[]): readonly Interval[] {
  const merged: Interval[] = []
  for (const interval of intervals.toSorted((one, other) => one.startMs - other.startMs)) {
    const last = merged.at(-1)
    if (last && interval.startMs <= last.endMs) merged[merged.length - 1] = { ...last, endMs: Math.max(last.endMs, interval.endMs) }
    else merged.push(interval)
  }
  return merged
}

export function lengthOf(intervals: readonly Interval[]): number {
  return intervals.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0)
}
