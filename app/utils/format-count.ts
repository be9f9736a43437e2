/** `840`, `12.4k`, `1.2M`: token counts and sizes where a digit more would say nothing. */
export function formatCount(count: number): string {
  if (count < 1000) return String(count)
  if (count < 999_950) return `${trim(count / 1000)}k`
  return `${trim(count / 1_000_000)}M`
}

function trim(value: number) {
  return value.toFixed(1).replace(/\.0$/, '')
}
