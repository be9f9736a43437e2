import type { BigNumber } from 'mathjs'
import { CalculatorError } from './calculator-error'
import { checkedPower, floorModulo, naturalExponential } from './calculator-arithmetic'

/** One function of the calculator with the numbers of arguments it takes. */
export interface CalculatorFunction {
  readonly least: number
  readonly most: number
  readonly apply: (values: readonly [BigNumber, ...BigNumber[]]) => BigNumber
}

// Sine and its kin reduce their argument by a multiple of pi, which needs as many digits of pi as the argument has.
const MAX_ANGLE = 1e15
const MAX_ARGUMENTS = 200

/** A map and not an object: `constructor` and `__proto__` are no functions of ours. */
export function createCalculatorFunctions(): ReadonlyMap<string, CalculatorFunction> {
  return new Map<string, CalculatorFunction>([
    ['sqrt', one(value => value.sqrt())],
    ['cbrt', one(value => value.cbrt())],
    ['abs', one(value => value.abs())],
    ['floor', one(value => value.floor())],
    ['ceil', one(value => value.ceil())],
    ['exp', one(naturalExponential)],
    ['ln', one(value => value.ln())],
    ['log10', one(value => value.log(10))],
    ['log2', one(value => value.log(2))],
    ['sin', one(value => angle(value).sin())],
    ['cos', one(value => angle(value).cos())],
    ['tan', one(value => angle(value).tan())],
    ['asin', one(value => value.asin())],
    ['acos', one(value => value.acos())],
    ['atan', one(value => value.atan())],
    ['round', { least: 1, most: 2, apply: ([value, places]) => value.toDecimalPlaces(places ? decimalPlaces(places) : 0) }],
    ['log', { least: 1, most: 2, apply: ([value, base]) => base ? value.log(base) : value.ln() }],
    ['pow', { least: 2, most: 2, apply: ([value, exponent]) => checkedPower(value, present(exponent)) }],
    ['mod', { least: 2, most: 2, apply: ([value, divisor]) => floorModulo(value, present(divisor)) }],
    ['min', many(values => values.reduce((least, value) => value.lt(least) ? value : least))],
    ['max', many(values => values.reduce((most, value) => value.gt(most) ? value : most))],
    ['sum', many(sum)],
    ['mean', many(values => sum(values).div(values.length))],
    ['median', many(median)],
  ])
}

function one(apply: (value: BigNumber) => BigNumber): CalculatorFunction {
  return { least: 1, most: 1, apply: ([value]) => apply(value) }
}

function many(apply: CalculatorFunction['apply']): CalculatorFunction {
  return { least: 1, most: MAX_ARGUMENTS, apply }
}

function sum(values: readonly [BigNumber, ...BigNumber[]]): BigNumber {
  return values.reduce((total, value) => total.plus(value))
}

function median(values: readonly [BigNumber, ...BigNumber[]]): BigNumber {
  const ordered = values.toSorted((left, right) => left.comparedTo(right))
  const upper = present(ordered[Math.floor(ordered.length / 2)])
  const lower = present(ordered[Math.floor((ordered.length - 1) / 2)])
  return lower.plus(upper).div(2)
}

/** The number of arguments was checked before; this says so to the compiler. */
function present(value: BigNumber | undefined): BigNumber {
  if (!value) throw new CalculatorError('An argument is missing.')
  return value
}

function angle(value: BigNumber): BigNumber {
  if (value.abs().gt(MAX_ANGLE)) throw new CalculatorError('Angles are in radians, up to 1e15.')
  return value
}

function decimalPlaces(value: BigNumber): number {
  if (!value.isInteger() || value.lt(0) || value.gt(64)) throw new CalculatorError('round takes 0 to 64 decimal places.')
  return value.toNumber()
}
