/** The expression cannot be calculated; the message tells the model why. */
export class CalculatorError extends Error {
  override readonly name = 'CalculatorError'
}
