/** Short and stable in width: `340 ms`, `2.4 s`, `1 min 05 s`, `2 h 03 min`. */
export function formatDuration(milliseconds: number): string {
  const ms = Math.max(0, Math.round(milliseconds))
  if (ms < 1000) return `${ms} ms`
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`
  const seconds = Math.round(ms / 1000)
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min ${pad(seconds % 60)} s`
  return `${Math.floor(minutes / 60)} h ${pad(minutes % 60)} min`
}

function pad(value: number) {
  return String(value).padStart(2, '0')
}

/** A countdown a person can read at a glance: `42 s`, `14 min 05 s`. */
export function formatWait(seconds: number): string {
  if (seconds < 60) return `${seconds} s`
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`
}

const UNITS = [
  { unit: 'day', milliseconds: 86_400_000 },
  { unit: 'hour', milliseconds: 3_600_000 },
  { unit: 'minute', milliseconds: 60_000 },
] as const
const JUST_NOW_MS = 45_000
const WEEK_MS = 7 * 86_400_000

const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' })
const DATE = new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: 'short', year: 'numeric' })

/** How long ago, in short; older than a week it is a date, which is easier to place. */
export function formatRelativeTime(at: string, now: number): string {
  const elapsed = now - Date.parse(at)
  if (Math.abs(elapsed) < JUST_NOW_MS) return 'just now'
  if (elapsed > WEEK_MS) return DATE.format(new Date(at))
  const step = UNITS.find(one => Math.abs(elapsed) >= one.milliseconds) ?? UNITS[2]
  return RELATIVE.format(-Math.round(elapsed / step.milliseconds), step.unit)
}

const TIME = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

/** `14:05` of today, `20 Nov 2026, 14:05` before: in the reader's own time zone. */
export function formatShortTime(at: string, now: Date): string {
  const date = new Date(at)
  const time = TIME.format(date)
  return date.toDateString() === now.toDateString() ? time : `${DATE.format(date)}, ${time}`
}

const EXACT = new Intl.DateTimeFormat('en-GB', {
  day: '2-digit', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit', second: '2-digit', timeZoneName: 'short',
})

/** The moment in the reader's own time zone, to the second, with the name of the zone. */
export function formatExactTime(at: string | Date): string {
  return EXACT.format(new Date(at))
}
