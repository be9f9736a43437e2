/** A literal that may be too long for a number: only then is each number looked at, which costs several times as much. */
const MAY_LOSE_DIGITS = /\d{16}|\d[eE]\+?\d{3}/

/** Node has it; the library of the compiler does not know it yet. */
const { rawJSON } = JSON as JSON & { rawJSON(text: string): unknown }

/**
 * Parses JSON. A number whose digits a number of JavaScript cannot keep becomes raw JSON: written again, it has the digits
 * that came. `toCallArguments` finds it there and refuses it.
 */
export function parseExactJson(text: string): unknown {
  if (!MAY_LOSE_DIGITS.test(text)) return JSON.parse(text)
  try {
    return JSON.parse(text, (_key, value: unknown, context?: { readonly source?: string }) => (
      typeof value === 'number' && context?.source !== undefined && losesDigits(context.source) ? rawJSON(context.source) : value
    ))
  }
  catch (error) {
    // Nested deeper than the stack, where a reader without a callback still gets through.
    if (error instanceof RangeError) return JSON.parse(text)
    throw error
  }
}

/** The first number of a JSON text that a number of JavaScript would change, as it stands there. */
export function findLostNumber(text: string): string | undefined {
  if (!MAY_LOSE_DIGITS.test(text)) return undefined
  let lost: string | undefined
  JSON.parse(text, (_key, value: unknown, context?: { readonly source?: string }) => {
    if (typeof value === 'number' && context?.source !== undefined && losesDigits(context.source)) lost ??= context.source
    return value
  })
  return lost
}

/** Whole numbers must arrive digit by digit; of fractions everybody expects the nearest. */
function losesDigits(literal: string): boolean {
  const value = Number(literal)
  if (!Number.isFinite(value)) return true
  return /^-?\d+$/.test(literal) && !Number.isSafeInteger(value) && BigInt(literal) !== BigInt(value)
}
