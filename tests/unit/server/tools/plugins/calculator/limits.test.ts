import { expect, it } from 'vitest'
import { createPluginContext } from '#server/tools/create-plugin-context'
import { createCalculatorPlugin } from '#server/tools/plugins/calculator/create-calculator-plugin'
import { callTool } from '../../../../../support/call-tool'

const plugin = createCalculatorPlugin(createPluginContext({
  workspaceRoots: [], databaseDirectory: '', appDirectory: '', weatherSource: 'sample',
}))

async function calculate(expression: string) {
  return (await callTool(plugin, 'calculate', { expression })).structuredContent as { value: string, number?: number }
}

const nested = (depth: number) => `${'('.repeat(depth)}1${')'.repeat(depth)}`
/** One operator and one number more each. */
const nodes = (count: number) => `1${'+1'.repeat((count - 1) / 2)}`
const list = (count: number) => `sum(${Array.from({ length: count }, () => '1').join(',')})`

it.each<[string, string, string, RegExp]>([
  ['nesting', nested(50), nested(51), /nested deeper than 50/],
  ['parts', nodes(399), nodes(401), /more than 400 parts/],
  ['digits of a number', '9'.repeat(64), '9'.repeat(65), /at most 64 digits/],
  ['digits of a power', '10 ^ 1000', '10 ^ 1001', /more than 1000 digits/],
  ['digits after the point', '10 ^ -1000', '10 ^ -1001', /more than 1000 digits/],
  ['digits of a product', '10 ^ 999 * 10', '10 ^ 999 * 100', /more than 1000 digits/],
  ['a number as it is written', '1e1000', '1e1001', /more than 1000 digits/],
  ['an exponent', '1 ^ 1000000', '1 ^ 1000001', /more than 1000 digits/],
  ['the argument of exp', 'exp(2302)', 'exp(2303)', /argument of exp is too large/],
  ['an angle', 'sin(1e15)', 'sin(1.1e15)', /up to 1e15/],
  ['decimal places', 'round(1.5, 64)', 'round(1.5, 65)', /0 to 64 decimal places/],
  ['decimal places below none', 'round(1.5, 0)', 'round(1.5, -1)', /0 to 64 decimal places/],
  ['arguments', list(200), list(201), /sum takes 1 to 200 arguments/],
  ['arguments of one function', 'sqrt(4)', 'sqrt(4, 2)', /sqrt takes 1 argument\./],
  ['its domain', 'sqrt(0)', 'sqrt(-1)', /no real result/],
  ['a divisor', '1 / 0.1', '1 / 0', /divides by zero/],
  ['a remainder', 'mod(1, 0.3)', 'mod(1, 0)', /divides by zero/],
  ['a power of zero', '0 ^ 1', '0 ^ -1', /divides by zero/],
  ['a logarithm', 'ln(1)', 'ln(0)', /no finite result/],
])('the limit of %s is calculated, and what is beyond it refused with the reason [F003-A15]', async (_what, inside, outside, reason) => {
  await expect(calculate(inside)).resolves.toHaveProperty('value')
  await expect(calculate(outside)).rejects.toThrow(reason)
})

it('takes 1,000 characters and no more', async () => {
  await expect(calculate(`1${' '.repeat(997)}+1`)).resolves.toMatchObject({ value: '2' })
  await expect(calculate(`1${' '.repeat(998)}+1`)).rejects.toThrow(/1000/)
})

it('gives a number as long as JavaScript holds it exactly', async () => {
  expect(await calculate('2^53 - 1')).toMatchObject({ number: Number.MAX_SAFE_INTEGER })
  expect(await calculate('2^53')).not.toHaveProperty('number')
  expect(await calculate('-(2^53 - 1)')).toMatchObject({ number: Number.MIN_SAFE_INTEGER })
})

it('writes digits as long as they can be read, then an exponent', async () => {
  expect((await calculate('10 ^ 63')).value).toBe(`1${'0'.repeat(63)}`)
  expect((await calculate('10 ^ 64')).value).toBe('1e+64')
  expect((await calculate('10 ^ -20')).value).toBe(`0.${'0'.repeat(19)}1`)
  expect((await calculate('10 ^ -21')).value).toBe('1e-21')
  expect((await calculate('1 / 3')).value).toBe(`0.${'3'.repeat(32)}`)
})
