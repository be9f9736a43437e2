const UNITS = [
  { unit: 'day', milliseconds: 86_400_000 },
  { unit: 'hour', milliseconds: 3_600_000 },
  { unit: 'minute', milliseconds: 60_000 },
] as const
const JUST_NOW_MS = 45_000
const WEEK_MS = 7 * 86_400_000

const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' })
const DATE = new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: 'short', year: 'numeric' })

/** How long ago, as short as it can be said; older than a week it is a date, which is easier to place. */
export function formatRelativeTime(at: string, now: number): string {
  const elapsed = now - Date.parse(at)
  if (Math.abs(elapsed) < JUST_NOW_MS) return 'just now'
  if (elapsed > WEEK_MS) return DATE.format(new Date(at))
  const step = UNITS.find(one => Math.abs(elapsed) >= one.milliseconds) ?? UNITS[2]
  return RELATIVE.format(-Math.round(elapsed / step.milliseconds), step.unit)
}
