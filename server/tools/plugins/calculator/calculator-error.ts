import { ToolError } from '../define-plugin'

/** The expression cannot be calculated; the message tells the model why. */
export class CalculatorError extends ToolError {
  override readonly name = 'CalculatorError'

  constructor(message: string, options?: ErrorOptions) {
    super(message, 'change-arguments', options)
  }
}
