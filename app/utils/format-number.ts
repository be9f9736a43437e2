/** `840`, `12.4k`, `1.2M`: token counts and sizes where a digit more would say nothing. */
export function formatCount(count: number): string {
  if (count < 1000) return String(count)
  if (count < 999_950) return `${trim(count / 1000)}k`
  return `${trim(count / 1_000_000)}M`
}

function trim(value: number) {
  return value.toFixed(1).replace(/\.0$/, '')
}

/** Dollars at any size: `$0`, `under $0.0001`, `$0.0123`, `$4.20`. Not known is not nothing. */
export function formatCost(cost: number | null): string {
  if (cost === null) return 'cost unknown'
  if (cost === 0) return '$0'
  if (cost < 0.0001) return 'under $0.0001'
  return cost < 1 ? `$${cost.toFixed(4)}` : `$${cost.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`
}
