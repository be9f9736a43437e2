import type { BigNumber } from 'mathjs'

// Half of the digits that are calculated: what rounding did to the last ones is not shown.
const SHOWN_DIGITS = 32
const LONGEST_WHOLE_NUMBER = 64

/** In plain digits as long as they can be read, else with an exponent. */
export function formatNumber(value: BigNumber): string {
  if (value.isInteger() && value.e < LONGEST_WHOLE_NUMBER) return value.toFixed()
  const rounded = value.toSignificantDigits(SHOWN_DIGITS)
  return rounded.e < -20 || rounded.e >= LONGEST_WHOLE_NUMBER ? rounded.toExponential() : rounded.toFixed()
}

/** The nearest JavaScript number; absent where it would be wrong by whole units or have no value. */
export function toPlainNumber(value: BigNumber): number | undefined {
  const number = value.toNumber()
  return Number.isFinite(number) && Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : undefined
}
