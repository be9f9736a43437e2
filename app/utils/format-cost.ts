/** Dollars at any size: `$0`, `under $0.0001`, `$0.0123`, `$4.20`. Not known is not nothing. */
export function formatCost(cost: number | null): string {
  if (cost === null) return 'cost unknown'
  if (cost === 0) return '$0'
  if (cost < 0.0001) return 'under $0.0001'
  return cost < 1 ? `$${cost.toFixed(4)}` : `$${cost.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`
}
