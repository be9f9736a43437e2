/** Milliseconds of the machine's monotonic clock, which is the same in all processes. */
export function readSharedClock(): number {
  return Number(process.hrtime.bigint()) / 1e6
}
