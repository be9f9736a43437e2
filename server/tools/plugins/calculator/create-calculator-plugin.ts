import type { BigNumber } from 'mathjs'
import { z } from 'zod'
import { definePlugin, defineTool, textResult, type PluginContext, type ToolSource } from '../define-plugin'
import { createExpressionEvaluator } from './create-expression-evaluator'

// Half of the digits that are calculated: what rounding did to the last ones is not shown.
const SHOWN_DIGITS = 32
const LONGEST_WHOLE_NUMBER = 64

const input = z.strictObject({
  expression: z.string().trim().min(1, 'text that is not blank').max(1_000)
    .describe('For example "19.90 * 3 + 4.50", "15% of 80", "sqrt(2) ^ 3"'),
})
const output = z.object({
  expression: z.string(),
  value: z.string().describe('The exact result as decimal text'),
  number: z.number().optional().describe('The same as a number, when it fits'),
})

/** Arithmetic in exact decimals: 0.1 + 0.2 is 0.3. */
export function createCalculatorPlugin(_context: PluginContext): ToolSource {
  const evaluate = createExpressionEvaluator()
  return definePlugin('calculator', 'Calculator', [defineTool({
    name: 'calculate',
    title: 'Calculate',
    description: 'Calculates an arithmetic expression exactly: + - * / ^, % (percent), parentheses, pi, e, and sqrt, cbrt, abs, '
      + 'round, floor, ceil, min, max, sum, mean, median, exp, ln, log (natural, or log(x, base)), log10, log2, '
      + 'sin, cos, tan, asin, acos, atan (radians), pow, mod.',
    input,
    output,
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    run: async ({ expression }) => {
      const result = evaluate(expression)
      const value = formatNumber(result)
      const number = toPlainNumber(result)
      return textResult(`${expression} = ${value}`, { expression, value, ...(number !== undefined && { number }) })
    },
  })])
}

/** In plain digits as long as they can be read, else with an exponent. */
function formatNumber(value: BigNumber): string {
  if (value.isInteger() && value.e < LONGEST_WHOLE_NUMBER) return value.toFixed()
  const rounded = value.toSignificantDigits(SHOWN_DIGITS)
  return rounded.e < -20 || rounded.e >= LONGEST_WHOLE_NUMBER ? rounded.toExponential() : rounded.toFixed()
}

/** The nearest JavaScript number; absent where it would be wrong by whole units or have no value. */
function toPlainNumber(value: BigNumber): number | undefined {
  const number = value.toNumber()
  return Number.isFinite(number) && Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : undefined
}
