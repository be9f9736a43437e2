import { describe, expect, it } from 'vitest'
import { foldAtFirst, foldHint, toJsonLines, visibleLines } from '~/utils/json-text'

const VALUE = { model: 'm', tools: [
  { type: 'function', name: 'read', parameters: {} }, { type: 'function', name: 'write', parameters: { properties: { path: {} } } },
], empty: [] }
const textOf = (value: unknown) => toJsonLines(value).map(({ depth, text }) => '  '.repeat(depth) + text).join('\n')

describe('JSON as lines that fold', () => {
  it('reads like pretty JSON [F016-A9]', () => {
    for (const value of [VALUE, [], {}, 'text', 1, null, [[1, [2]], { a: [] }]]) expect(textOf(value)).toBe(JSON.stringify(value, null, 2))
  })

  it('hides what is inside a fold, and only that [F016-A9]', () => {
    const lines = toJsonLines(VALUE)
    const tools = lines.findIndex(line => line.text.startsWith('"tools"'))
    const shown = visibleLines(lines, new Set([tools]), '').map(index => lines[index]?.text)
    expect(shown).toEqual(['{', '"model": "m",', '"tools": [', '"empty": []', '}'])
    expect(lines[tools]?.count).toBe(2)
  })

  it('finds text together with what it is inside of, folded or not [F016-A9]', () => {
    const lines = toJsonLines(VALUE)
    const shown = visibleLines(lines, new Set([0]), 'PATH').map(index => lines[index]?.text)
    expect(shown).toEqual(['{', '"tools": [', '{', '"parameters": {', '"properties": {', '"path": {}'])
    expect(visibleLines(lines, new Set(), 'nowhere')).toEqual([])
  })

  it('starts folded when it is long, and says what is in each fold [F016-A9]', () => {
    expect(foldAtFirst(toJsonLines(VALUE)).size).toBe(0)
    const lines = toJsonLines({
      tools: Array.from({ length: 40 }, (_, index) => ({ type: 'function', name: `tool_${index}`, a: 1, b: 2, c: 3, d: 4 })),
    })
    const folds = [...foldAtFirst(lines)]
    expect(folds).toHaveLength(40)
    expect(foldHint(lines, folds[7]!)).toBe('"name": "tool_7"')
    expect(foldHint(toJsonLines([['x'.repeat(90)]]), 1)).toBe(`"${'x'.repeat(47)}…`)
  })
})
