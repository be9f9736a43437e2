const WORDS: readonly (readonly [RegExp, string])[] = [
  [/(\d),(?=\d{3}\b)/g, '$1'],
  [/(?<!\d)(\d+(?:\.\d+)?)\s*(?:%|per ?cent)\s+of\s+(\d+(?:\.\d+)?)/gi, '$1 / 100 * $2'],
  [/\bsquare root of\s+(\d+(?:\.\d+)?)/gi, 'sqrt($1)'],
  [/\b(?:to the power of|raised to)\b/gi, '^'],
  [/\b(?:divided by|over)\b/gi, '/'],
  [/\b(?:times|multiplied by)\b|[×·]|(?<=\d)\s*x\s*(?=\d)/gi, '*'],
  [/\bplus\b/gi, '+'],
  [/\b(?:minus|less)\b|−/gi, '-'],
  [/÷/g, '/'],
  [/\*\*/g, '^'],
]
const OPERAND = String.raw`(?:\(*\s*-?\s*(?:(?:sqrt|sin|cos|tan|log|log10|exp|abs|round)\s*\([^()]*\)|\d+(?:\.\d+)?|\.\d+|pi\b)\s*\)*)`
/** Not from the middle of a number or of a run of brackets: a long one would be read once for each of its characters. */
const START = String.raw`(?<!\d(?=\d)|\((?=\())`
const EXPRESSION = new RegExp(
  String.raw`${START}${OPERAND}(?:\s*[-+*/^%]\s*${OPERAND})+|(?:sqrt|sin|cos|tan|log|log10|exp|abs|round)\s*\([^()]*\)`, 'i',
)

/** The arithmetic a sentence holds, in the notation of calculators; absent when there is none. */
export function readArithmetic(text: string): string | undefined {
  // A date is not a subtraction, nor is a path a division.
  const bare = text.replace(/\b\d{4}-\d{2}-\d{2}\b/g, ' ').replace(/(?<!\S)\S*[A-Za-z_]\/\S*/g, ' ')
  const rewritten = WORDS.reduce((current, [pattern, replacement]) => current.replace(pattern, replacement), bare)
  const expression = EXPRESSION.exec(rewritten)?.[0].trim().replace(/\s+/g, ' ')
  return expression && balance(expression)
}

/** The pattern may catch the bracket that closes a remark around the expression. */
function balance(expression: string): string {
  const missing = expression.split('(').length - expression.split(')').length
  if (missing > 0) return expression + ')'.repeat(missing)
  return missing < 0 ? expression.slice(0, missing) : expression
}
