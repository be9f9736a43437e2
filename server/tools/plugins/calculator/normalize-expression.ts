import { CalculatorError } from './calculator-error'

const SIGNS: Readonly<Record<string, string>> = { '**': '^', '×': '*', '·': '*', '÷': '/', '−': '-', '–': '-' }

/** Rewrites the ways in which people write arithmetic into the one that the parser knows. */
export function normalizeExpression(expression: string): string {
  const signs = expression.trim().replace(/\*\*|[×·÷−–]/g, sign => SIGNS[sign] ?? sign)
  if (/%\s*[+-]/.test(signs)) {
    // The parser reads `10% + 5` as 10 modulo +5; both meanings are in use, so neither is guessed.
    throw new CalculatorError('"%" before a sign is ambiguous: write (10%) + 5 for a percentage, or mod(10, 5) for a remainder.')
  }
  return withoutThousandsSeparators(signs).replace(/%\s*of\b/gi, '% *')
}

/** Only outside of function calls: in `max(1,234)` the comma stands between two arguments. */
function withoutThousandsSeparators(expression: string): string {
  if (/[a-z]\w*\s*\(/i.test(expression)) return expression
  return expression.replace(/(?<![\d.,])\d{1,3}(?:,\d{3})+(?![\d,])/g, number => number.replaceAll(',', ''))
}
