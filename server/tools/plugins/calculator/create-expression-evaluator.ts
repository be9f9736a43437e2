import { BigNumberDependencies, bignumberDependencies, create, parseDependencies } from 'mathjs'
import type { BigNumber, ConstantNode, FunctionNode, MathNode, OperatorNode, ParenthesisNode, SymbolNode } from 'mathjs'
import { checkedPower, divide, floorModulo, withinLimits } from './calculator-arithmetic'
import { CalculatorError } from './calculator-error'
import { createCalculatorFunctions } from './calculator-functions'

const PRECISION_DIGITS = 64
const MAX_NESTING = 50
const MAX_NODES = 400
const SIGNS: Readonly<Record<string, string>> = { '**': '^', '×': '*', '·': '*', '÷': '/', '−': '-', '–': '-' }

/** The nodes of a plain calculation; the parser knows many more, and they are rejected. */
type CalculationNode
  = | ConstantNode<BigNumber | number | string | boolean | null | undefined>
    | OperatorNode<never, never>
    | FunctionNode<MathNode>
    | ParenthesisNode
    | SymbolNode

const OPERATORS = new Map<string, (values: readonly BigNumber[]) => BigNumber | undefined>([
  ['unaryMinus', ([value]) => value?.negated()],
  ['unaryPlus', ([value]) => value],
  ['add', ([left, right]) => right && left?.plus(right)],
  ['subtract', ([left, right]) => right && left?.minus(right)],
  ['multiply', ([left, right]) => right && left?.times(right)],
  ['divide', ([left, right]) => left && right && divide(left, right)],
  ['mod', ([left, right]) => left && right && floorModulo(left, right)],
  ['pow', ([left, right]) => left && right && checkedPower(left, right)],
])

/**
 * Calculates with decimal numbers of 64 digits. mathjs parses and counts; it never evaluates: the walk below
 * knows a closed list of nodes, operators, functions and names, so that an expression cannot reach anything else.
 */
export function createExpressionEvaluator(): (expression: string) => BigNumber {
  const dependencies = { ...parseDependencies, ...BigNumberDependencies, ...bignumberDependencies }
  const math = create(dependencies, { number: 'BigNumber', precision: PRECISION_DIGITS })
  const functions = createCalculatorFunctions()
  const names = new Map([['pi', math.bignumber(-1).acos()], ['e', math.bignumber(1).exp()]])

  const evaluateNode = (node: MathNode): BigNumber => withinLimits(valueOf(node as CalculationNode)) // any other type ends in `default`
  const valueOf = (node: CalculationNode): BigNumber => {
    switch (node.type) {
      case 'ConstantNode':
        // The parser writes `5%` as 5 / 100, with a plain number for the 100.
        return numberOf(typeof node.value === 'number' ? math.bignumber(node.value) : node.value)
      case 'ParenthesisNode': return evaluateNode(node.content)
      case 'OperatorNode': return applyOperator(node, node.args.map(evaluateNode))
      case 'SymbolNode': return names.get(node.name) ?? reject(`There is no name "${node.name}"; only pi and e are known.`)
      case 'FunctionNode': return applyFunction(node)
      default: return reject('Only numbers, + - * / ^ %, parentheses, functions, pi and e can be calculated.')
    }
  }
  const applyFunction = (node: FunctionNode<MathNode>): BigNumber => {
    const name = 'name' in node.fn && typeof node.fn.name === 'string' ? node.fn.name : ''
    const found = functions.get(name) ?? reject(`There is no function "${name}". Known: ${[...functions.keys()].join(', ')}.`)
    const [first, ...rest] = node.args.map(evaluateNode)
    if (!first || rest.length + 1 < found.least || rest.length + 1 > found.most) reject(`${name} takes ${countOf(found)}.`)
    return found.apply([first, ...rest])
  }

  return (expression) => {
    rejectDeepNesting(expression)
    const tree = parse(math.parse, normalizeExpression(expression))
    rejectManyNodes(tree)
    return evaluateNode(tree)
  }
}

function parse(parser: (expression: string) => MathNode, expression: string): MathNode {
  try {
    return parser(expression)
  }
  catch (error) {
    const message = error instanceof Error ? error.message.slice(0, 200) : 'it cannot be parsed'
    throw new CalculatorError(`This is not an expression: ${message}.`, { cause: error })
  }
}

function numberOf(value: BigNumber | string | boolean | null | undefined): BigNumber {
  if (typeof value !== 'object' || value === null) return reject('Texts and truth values cannot be calculated with.')
  if (value.precision() > PRECISION_DIGITS) return reject(`A number may have at most ${PRECISION_DIGITS} digits.`)
  return value
}

function applyOperator(node: OperatorNode<never, never>, values: readonly BigNumber[]): BigNumber {
  const { op, fn }: { op: string, fn: string } = node
  return OPERATORS.get(fn)?.(values) ?? reject(`The operator "${op}" is not known here.`)
}

// The parser goes down by recursion; a thousand parentheses would exhaust the stack.
function rejectDeepNesting(expression: string): void {
  let depth = 0
  for (const character of expression) {
    if ('([{'.includes(character)) depth++
    if (')]}'.includes(character)) depth--
    if (depth > MAX_NESTING) reject(`Parentheses are nested deeper than ${MAX_NESTING}.`)
  }
}

function rejectManyNodes(tree: MathNode): void {
  let nodes = 0
  tree.traverse(() => {
    nodes++
  })
  if (nodes > MAX_NODES) reject(`The expression has more than ${MAX_NODES} parts; calculate it in pieces.`)
}

function countOf({ least, most }: { readonly least: number, readonly most: number }): string {
  return least === most ? `${least} argument${least === 1 ? '' : 's'}` : `${least} to ${most} arguments`
}

function reject(message: string): never {
  throw new CalculatorError(message)
}

/** Rewrites common notations of arithmetic into the one that the parser knows. */
function normalizeExpression(expression: string): string {
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
