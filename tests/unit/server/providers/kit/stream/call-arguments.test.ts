import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { parseExactJson } from '#server/providers/kit/exact-json'
import { parseCallArguments, toCallArguments } from '#server/providers/kit/stream/call-arguments'

describe('parseCallArguments', () => {
  it.each(['', '  \n'])('reads blank text as no arguments', (text) => {
    expect(parseCallArguments(text)).toEqual({ ok: true, value: {} })
  })

  it('reads an object', () => {
    expect(parseCallArguments('{"a":{"b":[1,"2"]}}')).toEqual({ ok: true, value: { a: { b: [1, '2'] } } })
  })

  it('says where text that ends too early ends', () => {
    expect(parseCallArguments('{"a": "x')).toMatchObject({ ok: false, text: '{"a": "x', error: expect.stringMatching(/position 8/) })
    expect(parseCallArguments('{"a":')).toMatchObject({ ok: false, error: expect.stringMatching(/position 5/) })
  })

  it.each([['[1]', 'a list'], ['null', 'null'], ['"a"', 'a string'], ['3', 'a number']])('refuses %s', (text, kind) => {
    expect(parseCallArguments(text)).toMatchObject({ ok: false, error: expect.stringContaining(kind) })
  })

  it.each(['{"__proto__":{}}', '{"a":[{"__proto__":1}]}', '{"a":{"\\u005f_proto__":1}}'])('refuses the key in %s [F002-A60]', (text) => {
    expect(parseCallArguments(text)).toEqual({ ok: false, text, error: 'The arguments may not hold a key named "__proto__".' })
  })

  it.each(['{"constructor":1}', '{"a":{"prototype":{}}}', '{"toString":""}'])('takes the ordinary keys of %s [F002-A60]', (text) => {
    expect(parseCallArguments(text)).toEqual({ ok: true, value: JSON.parse(text) })
  })

  it('takes 64 levels and refuses more, as deep as they go [F002-A60]', () => {
    const nest = (levels: number) => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`
    expect(parseCallArguments(nest(64)).ok).toBe(true)
    for (const levels of [65, 20_000]) {
      expect(parseCallArguments(nest(levels))).toEqual({
        ok: false, text: nest(levels), error: 'The arguments are nested deeper than 64 levels. Send them flatter.',
      })
    }
  })

  it.each([
    ['a value', '{"a":{"b":"x\\ud83d"}}', 'The argument "/a/b" holds half of a character pair. Send whole characters.'],
    ['an item', '{"a":["x",["\\udc00"]]}', 'The argument "/a/1/0" holds half of a character pair. Send whole characters.'],
    ['a key', '{"a":{"\\ud83d":1}}', 'The name of an argument in "/a/" holds half of a character pair. Send whole characters.'],
    ['a value that is not escaped', '{"a":"\ud83d"}', 'The argument "/a" holds half of a character pair. Send whole characters.'],
  ])('refuses half of a character pair in %s [F002-A61]', (_where, text, error) => {
    expect(parseCallArguments(text)).toEqual({ ok: false, text: text.toWellFormed(), error })
  })

  it('takes 20,000 keys and list items and refuses more before it parses them, keeping only a beginning [F002-A86]', () => {
    // The list itself and the object around it count as well.
    const hold = (items: number) => `{"a":[${Array.from({ length: items - 2 }, () => '1').join()},"say \\"{{{,,,\\""]}`
    expect(parseCallArguments(hold(20_000)).ok).toBe(true)
    expect(parseCallArguments(hold(20_001))).toMatchObject({
      ok: false, error: 'The arguments hold more than 20,000 keys and list items. Send fewer in one call.',
    })
    const parse = vi.spyOn(JSON, 'parse')
    onTestFinished(() => parse.mockRestore())
    const hostile = `{"expression":[${'{},'.repeat(500_000)}{}]}`.slice(0, 1024 * 1024)
    const given = parseCallArguments(hostile)
    expect(given).toMatchObject({ ok: false, text: `${hostile.slice(0, 2000)}… [cut off: 1,048,576 characters in all]` })
    expect(parse).not.toHaveBeenCalled()
  })

  it('takes 1,048,576 characters and refuses more, keeping only a beginning of whole characters [F002-A86]', () => {
    const write = (length: number) => `{"a":"${'x'.repeat(length - 8)}"}`
    expect(parseCallArguments(write(1024 * 1024)).ok).toBe(true)
    expect(parseCallArguments(write(1024 * 1024 + 1))).toMatchObject({
      ok: false, text: expect.stringMatching(
        /^\{"a":"x+… \[cut off: 1,048,577 characters in all\]$/,
      ), error: 'The arguments are longer than 1,048,576 characters. Send less in one call.',
    })
    const split = parseCallArguments(`{"a": "${'😀'.repeat(600_000)}"}`)
    expect(split).toMatchObject({ ok: false, text: expect.stringContaining('😀… [cut off') })
  })

  it('takes whole characters beyond the first plane [F002-A61]', () => {
    expect(parseCallArguments('{"a":"\\ud83d\\ude00","😀":1}')).toEqual({ ok: true, value: { 'a': '😀', '😀': 1 } })
  })

  it.each([
    '9007199254740993', '-9007199254740993', '12345678901234567890', '1e400',
  ])('refuses %s, which would be changed, however deep it stands [F002-A62]', (number) => {
    for (const text of [`{"id":${number}}`, `{"a":[{"b":[1,${number}]}]}`]) {
      expect(parseCallArguments(text)).toEqual({
        ok: false, text, error: `The number ${number} is too large to be passed on digit by digit. Send it as text, in quotes.`,
      })
    }
  })

  it.each([
    '9007199254740991', '9007199254740992', '-9007199254740991', '18014398509481984', '0.12345678901234567', '1e21', '1e300',
    '"12345678901234567890"',
  ])('takes %s, which keeps its value [F002-A62]', (literal) => {
    expect(parseCallArguments(`{"a":${literal}}`)).toEqual({ ok: true, value: { a: JSON.parse(literal) } })
  })
})

describe('toCallArguments', () => {
  it('takes the object itself as well as its text', () => {
    expect(toCallArguments({ a: 1 })).toEqual({ ok: true, value: { a: 1 } })
    expect(toCallArguments('{"a":1}')).toEqual({ ok: true, value: { a: 1 } })
    expect(toCallArguments(undefined)).toEqual({ ok: true, value: {} })
  })

  it('sees the digits that an event held which is JSON itself [F002-A62]', () => {
    expect(toCallArguments(parseExactJson('{"id":9007199254740993}'))).toMatchObject({
      ok: false, text: '{"id":9007199254740993}', error: expect.stringContaining('9007199254740993'),
    })
    expect(toCallArguments(parseExactJson('{"id":9007199254740991}'))).toEqual({ ok: true, value: { id: 9007199254740991 } })
  })

  it('refuses an object that is too large [F002-A86]', () => {
    expect(toCallArguments({ a: Array.from({ length: 20_001 }, () => ({})) })).toMatchObject({
      ok: false, text: expect.stringContaining('cut off'), error: expect.stringContaining('20,000'),
    })
    expect(toCallArguments({ a: 'x'.repeat(1024 * 1024) })).toMatchObject({
      ok: false, text: expect.stringContaining('cut off'), error: expect.stringContaining('1,048,576'),
    })
  })

  it('refuses an object that is nested deeper than the stack [F002-A60]', () => {
    const nested = `{"id":9007199254740993,"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`
    expect(toCallArguments(parseExactJson(nested))).toEqual({
      ok: false, text: '', error: 'The arguments are nested deeper than 64 levels. Send them flatter.',
    })
  })
})
