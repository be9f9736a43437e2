const EXACT = new Intl.DateTimeFormat('en-GB', {
  day: '2-digit', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit', second: '2-digit', timeZoneName: 'short',
})

/** The moment in the reader's own time zone, to the second, with the zone said. */
export function formatExactTime(at: string | Date): string {
  return EXACT.format(new Date(at))
}
