import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { compileInputSchema } from '#server/tools/compile-input-schema'
import { findInputIssues } from '../../../support/find-input-issues'
import { createTestGate } from '../../../support/test-gate'

const objectOf = (properties: Record<string, unknown>, more: Record<string, unknown> = {}) => ({ type: 'object', properties, ...more })

describe('input', () => {
  it('is taken with a format that nobody knows, and nothing is printed about it', () => {
    const warn = vi.spyOn(console, 'warn')
    onTestFinished(() => warn.mockRestore())
    expect(findInputIssues(objectOf({ icon: { type: 'string', format: 'json' } }), { icon: 'any text' })).toEqual([])
    expect(warn).not.toHaveBeenCalled()
  })

  it.each<[string, Record<string, unknown>, unknown, { path: string, expected: string, got: string }]>([
    [
      'is of a known format', { type: 'string', format: 'email' }, 'nobody',
      { path: '/v', expected: 'must match format "email"', got: '"nobody"' },
    ],
    [
      'is longer than a text may be', { type: 'string', maxLength: 2 }, 'abc',
      { path: '/v', expected: 'must NOT have more than 2 characters', got: '"abc"' },
    ],
    ['is none of the values', { enum: ['a', 1] }, 'b', { path: '/v', expected: 'one of ["a",1]', got: '"b"' }],
    ['is of neither type', { type: ['string', 'null'] }, 1, { path: '/v', expected: 'type string or null', got: '1' }],
    [
      'has a field too many', { type: 'object', additionalProperties: false }, { 'c~d': 1 },
      { path: '/v/c~0d', expected: 'no value: unknown field, remove it', got: '1' },
    ],
    [
      'lacks a field inside', { type: 'object', required: ['a/b'] }, {},
      { path: '/v/a~1b', expected: 'a value: this field is required', got: 'nothing' },
    ],
  ])('that %s is named with field, expectation and what came [F003-A4]', (_what, value, input, issue) => {
    expect(findInputIssues(objectOf({ v: value }), { v: input })).toEqual([issue])
  })

  it('is judged by every rule at once, and at most ten faults are named', () => {
    const names = Array.from({ length: 12 }, (_, index) => `f${index}`)
    const schema = (count: number) => objectOf({}, { required: names.slice(0, count) })
    expect(findInputIssues(schema(10), {})).toHaveLength(10)
    expect(findInputIssues(schema(11), {})).toHaveLength(10)
  })

  it('is shown up to 120 characters, and not cut inside one', () => {
    const schema = objectOf({ v: { type: 'number' } })
    const gotOf = (text: string) => findInputIssues(schema, { v: text })[0]?.got
    expect(gotOf('x'.repeat(118))).toBe(`"${'x'.repeat(118)}"`)
    expect(gotOf('x'.repeat(119))).toBe(`"${'x'.repeat(119)}…`)
    expect(gotOf('😀'.repeat(100))).toBe(`"${'😀'.repeat(59)}…`)
  })
})

describe('two tools whose schemas have the same $id', () => {
  const first = objectOf({ v: { type: 'string' } }, {
    $id: 'https://example.com/input', $schema: 'http://json-schema.org/draft-07/schema#',
  })
  const second = { ...first, properties: { v: { type: 'number' } } }

  it('are each validated by their own [F003-A34]', () => {
    for (let round = 0; round < 2; round++) {
      expect(findInputIssues({ ...first }, { v: 'text' })).toEqual([])
      expect(findInputIssues({ ...second }, { v: 1 })).toEqual([])
      expect(findInputIssues({ ...first }, { v: 1 })).toMatchObject([{ expected: 'type string' }])
      expect(findInputIssues({ ...second }, { v: 'text' })).toMatchObject([{ expected: 'type number' }])
    }
  })

  it('can both be called [F003-A34]', async () => {
    const { run } = await createTestGate([{ name: 'one', inputSchema: first }, { name: 'two', inputSchema: second }])
    expect(await run({ name: 'one', arguments: { ok: true, value: { v: 'text' } } })).toMatchObject({ outcome: { status: 'ok' } })
    expect(await run({ name: 'two', arguments: { ok: true, value: { v: 1 } } })).toMatchObject({ outcome: { status: 'ok' } })
    expect(await run({ name: 'two', arguments: { ok: true, value: { v: 'text' } } })).toMatchObject({
      outcome: { status: 'invalid-input' },
    })
  })
})

describe('a schema', () => {
  const pair = { v: { type: 'array', items: [{ type: 'string' }] } }

  it.each([
    ['draft 6', 'http://json-schema.org/draft-06/schema#', pair],
    ['draft 7', 'http://json-schema.org/draft-07/schema#', pair],
    ['draft 7, without the #', 'http://json-schema.org/draft-07/schema', pair],
    ['2019-09', 'https://json-schema.org/draft/2019-09/schema', pair],
    ['2020-12', 'https://json-schema.org/draft/2020-12/schema', { v: { type: 'array', prefixItems: [{ type: 'string' }] } }],
    ['no draft named, which is 2020-12', undefined, { v: { type: 'array', prefixItems: [{ type: 'string' }] } }],
  ])('is read by the rules of its own draft: %s [F003-A90]', (_what, $schema, properties) => {
    expect(findInputIssues(objectOf(properties, { $schema }), { v: ['a', 1] })).toEqual([])
    expect(findInputIssues(objectOf(properties, { $schema }), { v: [1] })).toMatchObject([{ path: '/v/0', expected: 'type string' }])
  })

  it('of another draft is refused with the drafts that are known [F003-A90]', () => {
    expect(() => compileInputSchema(objectOf({}, { $schema: 'http://json-schema.org/draft-04/schema#' }))).toThrow(
      /draft-04.*Known are .*draft-07/,
    )
    expect(() => compileInputSchema(objectOf({}, { $schema: 7 }))).toThrow('$schema is 7')
  })

  it('cannot switch the check off with a keyword of the validator [F003-A91]', () => {
    expect(findInputIssues(objectOf({ v: { type: 'number' } }, { $async: true }), { v: 'text' })).toHaveLength(1)
  })
})

it.each([
  ['a reference that leads nowhere', objectOf({ v: { $ref: '#/$defs/none' } }), 'can\'t resolve reference'],
  ['a pattern that is none', objectOf({ v: { type: 'string', pattern: '(' } }), 'Invalid regular expression'],
  ['a type that does not exist', objectOf({ v: { type: 'text' } }), 'schema is invalid'],
  ['a draft that nobody knows', objectOf({}, { $schema: 'https://example.com/mine' }), 'https://example.com/mine'],
])('a tool whose schema has %s is quarantined with the reason; others are offered [F003-A35]', async (_what, inputSchema, reason) => {
  const { run, calls, log, registry } = await createTestGate([{ name: 'broken', inputSchema }, { name: 'whole' }])
  expect(registry.find('broken')?.state).toMatchObject({ status: 'quarantined', reason: expect.stringContaining(reason) })
  expect(registry.select({ mode: 'all' })).toEqual(['whole'])
  expect(registry.select({ mode: 'selected', names: ['broken', 'whole'] })).toEqual(['whole'])
  expect(await run({ name: 'broken' })).toMatchObject({
    outcome: { status: 'unknown-tool', content: [{ text: expect.stringContaining('The tools you can call are: whole.') }] },
  })
  expect(calls).toEqual([])
  expect(log).toEqual(['refused broken unknown-tool'])
})
