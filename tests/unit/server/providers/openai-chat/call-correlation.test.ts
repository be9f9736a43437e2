import { describe, expect, it } from 'vitest'
import type { CallDelta } from '#server/providers/openai-chat/chunk'
import { createCallCorrelator } from '#server/providers/openai-chat/call-correlation'

const DECLARED = new Set(['add', 'get_weather', 'get_time'])

function correlate(chunks: readonly (readonly CallDelta[])[]) {
  const correlator = createCallCorrelator(name => DECLARED.has(name))
  for (const chunk of chunks) Array.from(correlator.accept(chunk))
  return correlator.calls.map(call => ({ id: call.id, name: call.name, text: call.pieces.join('') }))
}

const piece = (text: unknown, rest: Partial<CallDelta> = {}): CallDelta => ({ ...rest, function: { arguments: text } })
const named = (name: string, text: unknown, rest: Partial<CallDelta> = {}): CallDelta => ({ ...rest, function: { name, arguments: text } })

const TWO = [{ id: 'a', name: 'add', text: '{"x":1}' }, { id: 'b', name: 'get_time', text: '{"y":2}' }]
const TWO_WITHOUT_ID = TWO.map(call => ({ ...call, id: undefined }))

describe('createCallCorrelator', () => {
  it.each<[string, CallDelta[][], ReturnType<typeof correlate>]>([
    ['fragments by the book', [
      [named('add', '', { index: 0, id: 'a' })], [piece('{"x"', { index: 0 })], [piece(':1}', { index: 0 })],
      [named('get_time', '', { index: 1, id: 'b' })], [piece('{"y":2}', { index: 1 })],
    ], TWO],
    ['fragments that arrive by turns', [
      [named('add', '', { index: 0, id: 'a' }), named('get_time', '', { index: 1, id: 'b' })],
      [piece('{"y":', { index: 1 })], [piece('{"x":1}', { index: 0 })], [piece('2}', { index: 1 })],
    ], TWO],
    ['an index that is always 0, with whole arguments', [
      [named('add', '{"x":1}', { index: 0, id: 'a' })], [named('get_time', '{"y":2}', { index: 0, id: 'b' })],
    ], TWO],
    ['an index that is always 0, in one chunk and without ids', [
      [named('add', '{"x":1}', { index: 0 }), named('get_time', '{"y":2}', { index: 0 })],
    ], TWO_WITHOUT_ID],
    ['an index that is always 0, in fragments', [
      [named('add', '', { index: 0, id: 'a' })], [piece('{"x":1}', { index: 0 })],
      [named('get_time', '', { index: 0, id: 'b' })], [piece('{"y":2}', { index: 0 })],
    ], TWO],
    ['an index that is always 0, for one tool twice', [
      [named('add', '', { index: 0, id: 'a' })], [piece('{"x":1}', { index: 0 })],
      [named('add', '', { index: 0, id: 'b' })], [piece('{"x":2}', { index: 0 })],
    ], [{ id: 'a', name: 'add', text: '{"x":1}' }, { id: 'b', name: 'add', text: '{"x":2}' }]],
    ['an index that is always 0, for calls without arguments', [
      [named('get_time', '', { index: 0, id: 'a' })], [named('get_time', '', { index: 0, id: 'b' })], [
        named('get_time', undefined, { index: 0, id: 'c' }),
      ],
    ], ['a', 'b', 'c'].map(id => ({ id, name: 'get_time', text: '' }))],
    ['an id that changes and a name that is repeated within a call', [
      [named('add', '', { index: 0, id: 'a' })], [
        named('add', '{"x"', { index: 0, id: 'a' }),
      ], [named('add', '', { index: 0, id: 'z1' })], [
        named('add', ':1}', { index: 0, id: 'z2' }),
      ],
    ], [TWO[0]!]],
    ['a name in two pieces under ids that change', [
      [named('get_', '', { index: 0, id: 'a' })], [named('time', '', { index: 0, id: 'z1' })], [piece('{"y":2}', { index: 0, id: 'z2' })],
    ], [{ ...TWO[1]!, id: 'a' }]],
    ['indexes with gaps', [
      [named('add', '{"x":1}', { index: 3, id: 'a' })], [named('get_time', '{"y":2}', { index: 7, id: 'b' })],
    ], TWO],
    ['a missing index, with ids', [
      [named('add', '', { id: 'a' })], [piece('{"x":1}', { id: 'a' })], [named('get_time', '{"y":2}', { id: 'b' })],
    ], TWO],
    ['a missing index and a missing id, in one chunk', [[named('add', '{"x":1}'), named('get_time', '{"y":2}')]], TWO_WITHOUT_ID],
    ['a missing index and a missing id, one tool twice', [[named('add', '{"x":1}')], [named('add', '{"x":2}')]],
      [{ id: undefined, name: 'add', text: '{"x":1}' }, { id: undefined, name: 'add', text: '{"x":2}' }]],
    ['one call whose fragments have no key at all', [
      [named('add', '')], [piece('{"x"')], [piece(':1}')],
    ], [{ id: undefined, name: 'add', text: '{"x":1}' }]],
    ['keyless fragments after a whole call', [
      [named('add', '{"x":1}', { id: 'a' })], [named('get_time', '', { id: 'b' })], [piece('{"y":')], [piece('2}')],
    ], TWO],
    ['an id and a name repeated in every fragment', [
      [named('add', '{"x"', { index: 0, id: 'a' })], [named('add', ':1}', { index: 0, id: 'a' })],
      [named('get_time', '{"y":2}', { index: 1, id: 'b' })],
    ], TWO],
    ['one id for two calls', [
      [named('add', '{"x":1}', { index: 0, id: 'a' })], [named('get_time', '{"y":2}', { index: 1, id: 'a' })],
    ], [TWO[0]!, { ...TWO[1]!, id: 'a' }]],
    ['one id for two calls of one tool', [
      [named('add', '{"x":1}', { index: 0, id: 'a' })], [named('add', '{"x":2}', { index: 1, id: 'a' })],
    ], [TWO[0]!, { id: 'a', name: 'add', text: '{"x":2}' }]],
    ['a first piece that has no key at all', [[piece('{"x":1}')], [named('add', undefined)]], [
      { id: undefined, name: 'add', text: '{"x":1}' },
    ]],
    ['a name repeated within one chunk', [
      [named('add', '{"x"', { index: 0, id: 'a' }), named('add', ':1}', { index: 0, id: 'a' })],
    ], [TWO[0]!]],
    ['one id for two calls, by turns', [
      [named('add', '', { index: 0, id: 'a' }), named('get_time', '', { index: 1, id: 'a' })],
      [piece('{"x":1}', { index: 0, id: 'a' })], [piece('{"y":2}', { index: 1, id: 'a' })],
    ], [TWO[0]!, { ...TWO[1]!, id: 'a' }]],
    ['one id and one index for two calls', [
      [named('add', '{"x":1}', { index: 0, id: 'a' })], [named('get_time', '{"y":2}', { index: 0, id: 'a' })],
    ], [TWO[0]!, { ...TWO[1]!, id: 'a' }]],
    ['an id that changes within a call', [
      [named('add', '', { index: 0, id: 'a' })], [piece('{"x"', { index: 0, id: 'z1' })], [piece(':1}', { index: 0, id: 'z2' })],
    ], [TWO[0]!]],
    ['an empty id', [[named('add', '{"x":1}', { index: 0, id: '' })]], [{ id: undefined, name: 'add', text: '{"x":1}' }]],
    ['a name that comes after the first arguments', [
      [piece('{"x"', { index: 0, id: 'a' })], [named('add', ':1}', { index: 0 })],
    ], [TWO[0]!]],
    ['a split name', [
      [named('get_', '', { index: 0, id: 'a' })], [named('time', '', { index: 0 })], [piece('{}', { index: 0 })],
    ], [{ id: 'a', name: 'get_time', text: '{}' }]],
    ['another name on a used index', [
      [named('add', '', { index: 0 })], [named('get_time', '', { index: 0 })],
    ], [{ id: undefined, name: 'add', text: '' }, { id: undefined, name: 'get_time', text: '' }]],
    ['arguments as an object', [[named('add', { x: 1 }, { index: 0, id: 'a' })]], [TWO[0]!]],
    ['empty lists', [[], [named('add', '{"x":1}', { index: 0, id: 'a' })], []], [TWO[0]!]],
    ['arguments that are missing', [[{ index: 0, id: 'a', function: { name: 'add' } } as CallDelta]], [{ id: 'a', name: 'add', text: '' }]],
  ])('keeps calls apart given %s', (_quirk, chunks, expected) => {
    expect(correlate(chunks)).toEqual(expected)
  })

  it('does not close a call because its first fragment is valid JSON', () => {
    expect(correlate([[named('add', '{"x":1}', { index: 0, id: 'a' })], [piece(' ', { index: 0 })]])).toEqual([
      { id: 'a', name: 'add', text: '{"x":1} ' },
    ])
  })

  it('marks every call that a keyless fragment may have belonged to', () => {
    const correlator = createCallCorrelator(name => DECLARED.has(name))
    Array.from(correlator.accept([
      named('add', '', { index: 0 }), named('get_time', '', { index: 1 }), named('get_weather', '{}', { index: 2 }),
    ]))
    expect([...correlator.accept([piece(' ')])]).toEqual([])
    expect(correlator.calls.map(call => call.damaged)).toEqual([false, false, false])
    expect([...correlator.accept([piece('{"x":1}')])]).toEqual([])
    expect(correlator.calls.map(call => call.damaged)).toEqual([true, true, false])
  })

  it('keeps fields it does not know beside the call', () => {
    const correlator = createCallCorrelator(name => DECLARED.has(name))
    Array.from(correlator.accept([named('add', '{}', { index: 0, extra_content: { google: { thought_signature: 's' } } })]))
    Array.from(correlator.accept([piece('', { index: 0, cache: 'warm' })]))
    expect(correlator.calls[0]?.extras).toEqual({ extra_content: { google: { thought_signature: 's' } }, cache: 'warm' })
  })
})
