import type { BigNumber } from 'mathjs'
import { CalculatorError } from './calculator-error'

/** No value may have more digits than this before or after its point: larger values cost time and have no use. */
const MAX_DECIMAL_EXPONENT = 1_000
const MAX_POWER = 1_000_000
// ln(10) × 1,000
const MAX_NATURAL_EXPONENT = 2_302

export function divide(dividend: BigNumber, divisor: BigNumber): BigNumber {
  if (divisor.isZero()) throw new CalculatorError('This divides by zero.')
  return dividend.div(divisor)
}

/** Takes the sign of the divisor, as in mathematics: -7 mod 3 = 2. */
export function floorModulo(value: BigNumber, divisor: BigNumber): BigNumber {
  return value.minus(divide(value, divisor).floor().times(divisor))
}

/** Decides by the size that the result would have, before any work is done. */
export function checkedPower(value: BigNumber, exponent: BigNumber): BigNumber {
  if (exponent.abs().gt(MAX_POWER) || Math.abs(decimalLogarithm(value) * exponent.toNumber()) > MAX_DECIMAL_EXPONENT) {
    throw new CalculatorError(`This power has more than ${MAX_DECIMAL_EXPONENT} digits, which is too large.`)
  }
  if (value.isZero() && exponent.isNegative()) throw new CalculatorError('This divides by zero.')
  return value.pow(exponent)
}

export function naturalExponential(value: BigNumber): BigNumber {
  if (value.abs().gt(MAX_NATURAL_EXPONENT)) throw new CalculatorError('The argument of exp is too large.')
  return value.exp()
}

/** Near enough for a limit; a full logarithm would cost more than the power it guards. */
function decimalLogarithm(value: BigNumber): number {
  if (value.isZero()) return 0
  const mantissa = Number(value.abs().toSignificantDigits(15).times(`1e${-value.e}`))
  return value.e + Math.log10(mantissa)
}

/** Every value on the way passes here, so that no later step meets one that is out of hand. */
export function withinLimits(value: BigNumber): BigNumber {
  if (value.isNaN()) throw new CalculatorError('This has no real result, such as the root or logarithm of a negative number.')
  if (!value.isFinite()) throw new CalculatorError('This has no finite result.')
  if (!value.isZero() && Math.abs(value.e) > MAX_DECIMAL_EXPONENT) {
    throw new CalculatorError(`A number here has more than ${MAX_DECIMAL_EXPONENT} digits, which is too large.`)
  }
  return value
}
