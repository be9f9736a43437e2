import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createInputValidator } from '#server/tools/validate-input'
import { createTestGate } from '../../../support/test-gate'

const objectOf = (properties: Record<string, unknown>, more: Record<string, unknown> = {}) => ({ type: 'object', properties, ...more })

function findIssues(schema: Record<string, unknown>, input: unknown) {
  return createInputValidator()(schema, 'one', input)
}

describe('input', () => {
  it('is taken with a format that nobody knows, and nothing is printed about it', () => {
    const warn = vi.spyOn(console, 'warn')
    onTestFinished(() => warn.mockRestore())
    expect(findIssues(objectOf({ icon: { type: 'string', format: 'json' } }), { icon: 'any text' })).toEqual([])
    expect(warn).not.toHaveBeenCalled()
  })

  it.each<[string, Record<string, unknown>, unknown, { path: string, expected: string, got: string }]>([
    ['is of a known format', { type: 'string', format: 'email' }, 'nobody', { path: '/v', expected: 'must match format "email"', got: '"nobody"' }],
    ['is longer than a text may be', { type: 'string', maxLength: 2 }, 'abc', { path: '/v', expected: 'must NOT have more than 2 characters', got: '"abc"' }],
    ['is none of the values', { enum: ['a', 1] }, 'b', { path: '/v', expected: 'one of ["a",1]', got: '"b"' }],
    ['is of neither type', { type: ['string', 'null'] }, 1, { path: '/v', expected: 'type string or null', got: '1' }],
    ['has a field too many', { type: 'object', additionalProperties: false }, { 'c~d': 1 }, { path: '/v/c~0d', expected: 'no such field: remove it', got: '1' }],
    ['lacks a field inside', { type: 'object', required: ['a/b'] }, {}, { path: '/v/a~1b', expected: 'a value: this field is required', got: 'nothing' }],
  ])('that %s is named with field, expectation and what came [F003-A4]', (_what, value, input, issue) => {
    expect(findIssues(objectOf({ v: value }), { v: input })).toEqual([issue])
  })

  it('is judged by every rule at once, and at most ten faults are named', () => {
    const names = Array.from({ length: 12 }, (_, index) => `f${index}`)
    const schema = (count: number) => objectOf({}, { required: names.slice(0, count) })
    expect(findIssues(schema(10), {})).toHaveLength(10)
    expect(findIssues(schema(11), {})).toHaveLength(10)
  })

  it('is shown up to 120 characters, and not cut inside one', () => {
    const schema = objectOf({ v: { type: 'number' } })
    const gotOf = (text: string) => findIssues(schema, { v: text })[0]?.got
    expect(gotOf('x'.repeat(118))).toBe(`"${'x'.repeat(118)}"`)
    expect(gotOf('x'.repeat(119))).toBe(`"${'x'.repeat(119)}…`)
    expect(gotOf('😀'.repeat(100))).toBe(`"${'😀'.repeat(59)}…`)
  })
})

describe('two tools whose schemas have the same $id', () => {
  const first = objectOf({ v: { type: 'string' } }, { $id: 'https://example.com/input', $schema: 'http://json-schema.org/draft-07/schema#' })
  const second = { ...first, properties: { v: { type: 'number' } } }

  it('are each validated by their own [F003-A34]', () => {
    const validate = createInputValidator()
    for (let round = 0; round < 2; round++) {
      expect(validate(first, 'first', { v: 'text' })).toEqual([])
      expect(validate(second, 'second', { v: 1 })).toEqual([])
      expect(validate(first, 'first', { v: 1 })).toMatchObject([{ expected: 'type string' }])
      expect(validate(second, 'second', { v: 'text' })).toMatchObject([{ expected: 'type number' }])
    }
  })

  it('can both be called [F003-A34]', async () => {
    const { run } = await createTestGate([{ name: 'one', inputSchema: first }, { name: 'two', inputSchema: second }])
    expect(await run({ name: 'one', arguments: { ok: true, value: { v: 'text' } } })).toMatchObject({ outcome: { status: 'ok' } })
    expect(await run({ name: 'two', arguments: { ok: true, value: { v: 1 } } })).toMatchObject({ outcome: { status: 'ok' } })
    expect(await run({ name: 'two', arguments: { ok: true, value: { v: 'text' } } })).toMatchObject({ outcome: { status: 'invalid-input' } })
  })
})

it.each([
  ['a reference that leads nowhere', objectOf({ v: { $ref: '#/$defs/none' } })],
  ['a pattern that is none', objectOf({ v: { type: 'string', pattern: '(' } })],
  ['a type that does not exist', objectOf({ v: { type: 'text' } })],
])('a tool whose schema has %s fails with an outcome, and does not run [F003-A35]', async (_what, inputSchema) => {
  const { run, calls, log } = await createTestGate([{ name: 'broken', inputSchema }])
  expect(await run({ name: 'broken' })).toMatchObject({
    outcome: { status: 'failed', content: [{ text: expect.stringContaining('Its arguments could not be validated') }] },
  })
  expect(calls).toEqual([])
  expect(log).toEqual(['refused broken failed'])
})
