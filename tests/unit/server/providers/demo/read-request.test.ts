import { describe, expect, it } from 'vitest'
import { readArithmetic } from '#server/providers/demo/read-arithmetic'
import { readEntities } from '#server/providers/demo/read-entities'
import { splitClauses } from '#server/providers/demo/split-clauses'
import { summariseText } from '#server/providers/demo/summarise-text'

describe('splitClauses', () => {
  it.each([
    ['What is the weather in Paris and in Tokyo?', ['What is the weather in Paris and in Tokyo']],
    ['Look up Alice, get her orders, and calculate the total', ['Look up Alice', 'get her orders', 'calculate the total']],
    ['Summarise notes/a.md in 20 words', ['read notes/a.md', 'Summarise it in 20 words']],
    ['Write "one, and read two" to a.txt', ['Write "one, and read two" to a.txt']],
    ['SELECT a, b FROM t, u', ['SELECT a, b FROM t, u']],
  ])('cuts "%s" into wishes', (request, clauses) => {
    expect(splitClauses(request)).toEqual(clauses)
  })
})

describe('readEntities', () => {
  it('tells names, paths, numbers, dates, addresses and quotations apart', () => {
    expect(readEntities(
      'Send Alice Martin "the plan" at a.b@example.com, see notes/x.md and https://example.com/y?z=1 by 2026-01-02 for 1,250.5 euros',
    )).toMatchObject({
      properNouns: ['Alice Martin'], quoted: ['the plan'], emails: ['a.b@example.com'], paths: ['notes/x.md'],
      urls: ['https://example.com/y?z=1'], dates: ['2026-01-02'], numbers: [1250.5],
    })
  })

  it('takes the first word of a sentence for a name only when it is one', () => {
    expect(readEntities('Show the orders').properNouns).toEqual([])
    expect(readEntities('Alice\'s orders').properNouns).toEqual(['Alice'])
  })

  it('finds places that are typed in lower case', () => {
    expect(readEntities('weather in berlin').places).toEqual(['berlin'])
  })
})

describe('readArithmetic', () => {
  it.each([
    ['what is 12.5% of 840?', '12.5 / 100 * 840'],
    ['3 plus 4 times 2', '3 + 4 * 2'],
    ['square root of 144', 'sqrt(144)'],
    ['work out (1 + 2) * 3 please', '(1 + 2) * 3'],
    ['1,200 divided by 4', '1200 / 4'],
  ])('reads "%s"', (text, expression) => {
    expect(readArithmetic(text)).toBe(expression)
  })

  it.each(['orders since 2026-01-02', 'read notes/a.md', 'top 5'])('finds none in "%s"', (text) => {
    expect(readArithmetic(text)).toBeUndefined()
  })
})

describe('summariseText', () => {
  it('keeps to the number of words and to the order of the sentences, and ends with a whole one where one fits [F011-A9]', () => {
    const text = '# Title\n\nThe cat sat. The dog ran far away. A bird sang while the cat and the dog slept.'
    expect(summariseText(text, 7).split(' ').length).toBeLessThanOrEqual(7)
    expect(summariseText(text, 9)).toBe('The cat sat. The dog ran far away.')
    expect(summariseText(text, 100)).toBe('The cat sat. The dog ran far away. A bird sang while the cat and the dog slept.')
  })
})
