import { describe, expect, it } from 'vitest'
import { readJsonMessages } from '#server/providers/kit/stream/json-messages'

function read(name: string | undefined, data: string): unknown {
  const seen: unknown[] = []
  readJsonMessages({ accept: event => seen.push(event) > 0, finish: () => {} }).accept({ name, data })
  return seen[0]
}

describe('readJsonMessages', () => {
  it('reads the data of an event, whatever its name', () => {
    expect([read(undefined, '{"a":1}'), read('message', '[1]')]).toEqual([{ a: 1 }, [1]])
  })

  it.each([
    ['words alone', 'Too many requests', { type: 'error', error: { message: 'Too many requests' } }],
    ['a word in quotes', '"busy"', { type: 'error', error: { message: 'busy' } }],
    ['the error alone', '{"message":"busy","code":503}', { type: 'error', error: { message: 'busy', code: 503 } }],
    ['the error in its wrapper', '{"error":{"message":"busy"}}', { type: 'error', error: { message: 'busy' } }],
    ['the error by the book', '{"type":"error","message":"busy"}', { type: 'error', message: 'busy' }],
    ['the error in a list', '[{"error":{"message":"busy"}}]', { type: 'error', error: [{ error: { message: 'busy' } }] }],
  ])('takes an event for an error that is named so and holds %s', (_form, data, event) => {
    expect(read('error', data)).toEqual(event)
  })

  it('throws for an event that was cut off, tells the end of an answer, and ends with it', () => {
    expect(() => read(undefined, '{"a":')).toThrow(SyntaxError)
    let isFinished = false
    const reader = readJsonMessages({ accept: event => event === 'last', finish: () => void (isFinished = true) })
    expect([reader.accept({ data: '"first"' }), reader.accept({ data: '"last"' })]).toEqual([false, true])
    reader.finish()
    expect(isFinished).toBe(true)
  })
})
