import { describe, expect, it } from 'vitest'
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

  it.each(['{"__proto__":{}}', '{"a":[{"constructor":1}]}', '{"a":{"\\u0070rototype":1}}'])('refuses the key in %s', (text) => {
    expect(parseCallArguments(text)).toMatchObject({ ok: false, text, error: expect.stringContaining('key') })
  })

  it('takes nesting deeper than the stack', () => {
    expect(parseCallArguments(`{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`).ok).toBe(true)
  })
})

describe('toCallArguments', () => {
  it('takes the object itself as well as its text', () => {
    expect(toCallArguments({ a: 1 })).toEqual({ ok: true, value: { a: 1 } })
    expect(toCallArguments('{"a":1}')).toEqual({ ok: true, value: { a: 1 } })
    expect(toCallArguments(undefined)).toEqual({ ok: true, value: {} })
  })
})
