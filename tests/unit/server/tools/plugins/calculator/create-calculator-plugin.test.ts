import { describe, expect, it } from 'vitest'
import { createPluginContext } from '#server/tools/create-plugin-context'
import { createCalculatorPlugin } from '#server/tools/plugins/calculator/create-calculator-plugin'
import { callTool } from '../../../../../support/call-tool'

const plugin = createCalculatorPlugin(createPluginContext({
  workspaceRoots: [], databaseDirectory: '', appDirectory: '', weatherSource: 'sample',
}))

function calculate(expression: string) {
  return callTool(plugin, 'calculate', { expression })
}

async function valueOf(expression: string) {
  return ((await calculate(expression)).structuredContent as { value: string }).value
}

describe('calculate', () => {
  it.each([
    ['0.1 + 0.2', '0.3'],
    ['1.005 * 1000', '1005'],
    ['2 ** 10', '1024'],
    ['2 ^ 3 ^ 2', '512'],
    ['-2 ^ 2', '-4'],
    ['3 × 4 ÷ 2 − 1', '5'],
    ['1,234.50 + 1,000,000', '1001234.5'],
    ['max(1,234)', '234'],
    ['15% of 80', '12'],
    ['200 + 10%', '220'],
    ['(10%) + 5', '5.1'],
    ['7 % 3', '1'],
    ['mod(-7, 3)', '2'],
    ['2(3 + 4)', '14'],
    ['sqrt(16) + abs(-2)', '6'],
    ['round(2.345, 2)', '2.35'],
    ['sum(19.90, 4.50, 0.60)', '25'],
    ['mean(1, 2, 3, 4)', '2.5'],
    ['median(9, 1, 5)', '5'],
    ['median(1, 2, 3, 4)', '2.5'],
    ['log10(1000)', '3'],
    ['log(8, 2)', '3'],
    ['sin(pi / 6)', '0.5'],
    ['ln(e)', '1'],
    ['1 / 3 * 3', '1'],
    ['2 ^ 200', '1606938044258990275541962092341162602522202993782792835301376'],
    ['1e3 + 1', '1001'],
  ])('%s is %s [F003-A14]', async (expression, value) => {
    expect(await valueOf(expression)).toBe(value)
  })

  it('answers as text, as decimal text and as a number', async () => {
    expect(await calculate('0.1 + 0.2')).toEqual({
      content: [{ type: 'text', text: '0.1 + 0.2 = 0.3' }],
      structuredContent: { expression: '0.1 + 0.2', value: '0.3', number: 0.3 },
      isTextComplete: true,
    })
  })

  it('leaves out the number where a JavaScript number would be wrong', async () => {
    expect((await calculate('2 ^ 100')).structuredContent).toEqual({ expression: '2 ^ 100', value: '1267650600228229401496703205376' })
  })

  it('names the known functions when one is unknown', async () => {
    await expect(calculate('average(1, 2)')).rejects.toThrow(/no function "average".*mean/)
  })

  it('does not guess what a percent sign before a sign means', async () => {
    await expect(calculate('10% + 5')).rejects.toThrow(/ambiguous/)
  })
})

const ESCAPES = [
  'constructor', '__proto__', 'prototype', 'toString()', 'constructor("return process")()', 'sqrt.constructor("return process")()',
  'cos.constructor("return process")()', 'e.constructor', 'pi.constructor.constructor', '"".constructor', '"a"', '\'a\'', '[].constructor',
  '[1, 2]', '[1,2][1]',
  '{}', '{a: 1}', '{"__proto__": 1}.a', 'a = 1', 'f(x) = x', 'f(x) = f(x); f(1)', 'pi = 3', '1; 2', '1\n2', 'x', 'process',
  'process.exit()',
  'process.mainModule.require("fs")', 'require("fs")', 'import("fs")', 'import({a: 1})', 'eval("1")', 'evaluate("1")', 'parse("1")',
  'compile("1")',
  'simplify("x")', 'derivative("x^2", "x")', 'createUnit("x")', 'config({})', 'parser()', 'chain(1)', 'typed("a")', 'reviver()',
  'globalThis', 'this',
  'Function("return 1")()', 'new Date()', '`1`', '${1}', '1 ? 2 : 3', 'true', 'null', 'undefined', 'NaN', 'Infinity', 'not 1', '1 == 1',
  '1 | 2', '1:1000000000',
  '5 cm', '3 to 4', 'i', 'sqrt(-1)', 'log(-1)', '1 / 0', '0 / 0', 'mod(1, 0)', '0 ^ -1', 'log(0)', 'asin(2)', '200!', 'factorial(10000000)',
  'gamma(1e9)',
  'random()', 'range(1, 1e9)', 'ones(1e9)', 'hasOwnProperty("a")', 'valueOf()', 'sqrt()', 'sqrt(1, 2)', 'max()', '1 +', '()', 'sum(1, "2")',
  '0..1', '1.2.3',
]

const EXPLOSIONS = [
  '9**9**9', '9^9^9', '9^9^9^9', '9^(9^9)', '10^1001', '10^-1001', '(10^999)*(10^999)', '1e999999999', '1e1001', '1e-1001', 'exp(1e9)',
  'exp(exp(exp(9)))',
  'pow(9, pow(9, 9))', '1.0001^99999999', '2^1e300', 'sin(1e300)', 'round(1, 1e9)', `${'9'.repeat(65)}`,
  '('.repeat(400) + '1' + ')'.repeat(400),
  'sqrt('.repeat(100) + '1' + ')'.repeat(100), '2^'.repeat(400) + '2', '1' + '+1'.repeat(450), 'a.'.repeat(400) + 'b',
  '1?'.repeat(200) + '1' + ':1'.repeat(200),
]

describe('an expression that wants out', () => {
  it.each([...ESCAPES, ...EXPLOSIONS])('%s is refused [F003-A15]', async (expression) => {
    await expect(calculate(expression)).rejects.toThrow()
  })

  it('leaves the prototypes as they were', async () => {
    const before = Object.getOwnPropertyNames(Object.prototype)
    for (const expression of ESCAPES) await calculate(expression).catch(() => {})
    expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before)
  })

  it('is refused when it is longer than 1,000 characters', async () => {
    await expect(calculate('1'.padEnd(1_001, '+1'))).rejects.toThrow()
  })
})
