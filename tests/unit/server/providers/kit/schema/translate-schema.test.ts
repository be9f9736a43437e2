import { describe, expect, it } from 'vitest'
import type { JsonSchema } from '#shared/tool'
import { normaliseSchema } from '#server/providers/kit/schema/normalise-schema'
import { PLAIN_DIALECT, type SchemaDialect } from '#server/providers/kit/schema/schema-dialect'
import { translateSchema } from '#server/providers/kit/schema/translate-schema'

function translate(schema: JsonSchema, dialect: Partial<SchemaDialect> = {}) {
  const before = structuredClone(schema)
  const normal = normaliseSchema(schema)
  if (!normal.ok) return { wire: undefined, findings: [normal.finding], refusals: [normal.finding] }
  const result = translateSchema(normal.schema, { ...PLAIN_DIALECT, ...dialect })
  expect(schema).toEqual(before)
  return result
}

describe('any dialect', () => {
  it('gets one object without what speaks to others [F019-A1]', () => {
    const { wire, findings } = translate({
      '$schema': 'https://json-schema.org/draft/2020-12/schema', '$id': 'x', '$comment': 'y', 'deprecated': true, 'x-a': 1,
    })
    expect(wire).toEqual({ type: 'object', properties: {} })
    expect(findings).toEqual([])
  })

  it.each([
    { type: 'string' }, { type: ['array', 'null'] }, { type: 'object', properties: { a: { $ref: 'https://example.com/a.json' } } },
  ])('refuses what nobody can express: %j [F019-A2]', (schema) => {
    expect(translate(schema).refusals).toMatchObject([{ action: 'left-out', reason: expect.any(String) }])
  })

  it('reads older drafts and OpenAPI as what they mean [F019-A1]', () => {
    const { wire, findings } = translate({
      id: 'https://example.com/root',
      definitions: { 'a b': { type: 'STRING', nullable: true } },
      properties: {
        one: { $ref: '#/definitions/a%20b' },
        two: { type: 'array', items: [{ type: 'string' }, { type: 'number' }], additionalItems: { type: 'boolean' } },
        three: false,
        four: { type: 'number', minimum: 1, exclusiveMinimum: true, required: true },
        five: { $ref: '#/definitions/a%20b', nullable: true, description: 'Five' },
      },
      required: ['three', 'one'],
      dependencies: { one: ['four'] },
    })
    expect(wire).toEqual({
      type: 'object',
      properties: {
        one: { $ref: '#/$defs/a_b' },
        two: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }], items: { type: 'boolean' } },
        four: { type: 'number', minimum: 1, exclusiveMinimum: 1 },
        five: { description: 'Five', anyOf: [{ $ref: '#/$defs/a_b' }, { type: 'null' }] },
      },
      required: ['one', 'four'],
      dependentRequired: { one: ['four'] },
      $defs: { a_b: { type: ['string', 'null'] } },
    })
    expect(findings.filter(({ action }) => action === 'removed')).toMatchObject([
      { path: '/properties/three', keyword: 'properties' }, { path: '', keyword: 'required' },
    ])
    expect(findings.filter(({ action }) => action === 'rewritten').map(({ path, keyword }) => `${path} ${keyword}`)).toEqual([
      ' definitions', '/properties/two items', '/properties/two additionalItems', '/properties/four exclusiveMinimum',
      '/properties/five nullable', ' dependencies', ' required',
      '/definitions/a b type', '/definitions/a b nullable',
    ])
  })

  it('finds anchors, ids and pointers into the middle of a schema', () => {
    const { wire } = translate({
      type: 'object',
      $defs: {
        a: { $anchor: 'here', type: 'string' },
        b: { $id: 'https://example.com/b', type: 'object', properties: { c: { $ref: '#/properties/d' }, d: { type: 'integer' } } },
      },
      properties: {
        x: { $ref: '#here' },
        y: { $ref: 'https://example.com/b' },
        z: { type: 'object', properties: { deep: { type: 'null' } } },
        w: { $ref: '#/properties/z/properties/deep' },
      },
    })
    expect(wire).toMatchObject({
      properties: { x: { $ref: '#/$defs/a' }, y: { $ref: '#/$defs/b' }, w: { $ref: '#/$defs/deep' } },
      $defs: { a: { type: 'string' }, b: { properties: { c: { $ref: '#/$defs/d' } } }, d: { type: 'integer' }, deep: { type: 'null' } },
    })
  })

  it('leaves properties and values alone that look like keywords', () => {
    const schema = {
      type: 'object',
      properties: { pattern: { type: 'string' }, $id: { type: 'string' }, constructor: { type: 'string' } },
      required: ['pattern'],
      default: { pattern: 'x' },
    }
    expect(translate(schema, { describes: new Set(['pattern']) })).toMatchObject({ wire: schema, findings: [] })
  })

  it('tells a keyword in words, at its place in the original [F019-A1]', () => {
    const { wire, findings } = translate(
      {
        type: 'object',
        properties: { 'a/b': { type: 'array', items: [{ type: 'string', description: 'Code.', pattern: '^A$', minLength: 1 }] } },
      },
      { describes: new Set(['pattern', 'minLength']) },
    )
    expect(wire?.properties).toEqual({
      'a/b': { type: 'array', prefixItems: [{ type: 'string', description: 'Code. (matches the pattern ^A$; at least 1 character)' }] },
    })
    expect(findings).toMatchObject([
      { keyword: 'items', action: 'rewritten' },
      { path: '/properties/a~1b/items/0', keyword: 'pattern', action: 'moved-to-description' },
      { keyword: 'minLength' },
    ])
  })

  it('drops a value that JSON Schema does not know, and says so', () => {
    const { wire, findings } = translate({
      type: 'object', properties: { a: { type: 'file', minLength: -1, enum: 'x', pattern: '(?i)a', description: 7 } },
    })
    expect(wire?.properties).toEqual({ a: {} })
    expect(findings.map(({ keyword, action, path }) => (
      [path, keyword, action]
    ))).toEqual(['type', 'minLength', 'enum', 'pattern', 'description'].map(keyword => [
      '/properties/a', keyword, 'removed',
    ]))
  })

  it.each(['properties', 'items', 'anyOf', 'not', 'default'])('bounds what is nested ten thousand deep in %s [F019-A3]', (keyword) => {
    let node: unknown = { type: 'string' }
    for (let depth = 0; depth < 10_000; depth += 1) node = {
      [keyword]: keyword === 'properties' ? { a: node } : keyword === 'anyOf' ? [node] : node,
    }
    const normal = normaliseSchema({ type: 'object', properties: { deep: node } })
    if (!normal.ok) expect.fail(normal.reason)
    const { wire, findings } = translateSchema(normal.schema, PLAIN_DIALECT)
    expect(wire).toMatchObject({ type: 'object' })
    expect(findings).toHaveLength(1)
    expect(JSON.stringify(wire).length).toBeLessThan(3_000)
  })
})

describe('a root union', () => {
  it('joins a property that differs between branches, and says which belongs to which', () => {
    const { wire } = translate({
      type: 'object',
      properties: { kind: { type: 'string' }, note: { type: 'string' } },
      oneOf: [
        { properties: { kind: { const: 'a' }, x: { type: 'number' } }, required: ['kind', 'x'] },
        { properties: { kind: { const: 'b' }, x: { type: 'string' } }, required: ['kind'] },
      ],
    })
    expect(wire).toEqual({
      type: 'object',
      description: 'Give exactly one of: kind = "a" + x; kind = "b".',
      properties: {
        kind: { anyOf: [{ const: 'a' }, { const: 'b' }] },
        note: { type: 'string' },
        x: { anyOf: [{ type: 'number' }, { type: 'string' }] },
      },
      required: ['kind'],
    })
  })

  it('follows references, nested unions and a branch that leads back to itself', () => {
    const { wire } = translate({
      $defs: {
        base: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
        either: { anyOf: [{ $ref: '#/$defs/base' }, { $ref: '#/$defs/either' }] },
      },
      allOf: [{ $ref: '#/$defs/base' }, { $ref: '#/$defs/either' }],
    })
    expect(wire).toMatchObject({ type: 'object', properties: { id: { type: 'string' } }, required: ['id'] })
    expect(wire).not.toHaveProperty('allOf')
  })

  it('takes a reference that is not well escaped as it stands', () => {
    const { wire } = translate({
      $defs: { '100%': { properties: { share: { type: 'number' } } } }, anyOf: [{ $ref: '#/$defs/100%' }, { $ref: '#/$defs/%ff' }],
    })
    expect(wire).toMatchObject({ type: 'object', properties: { share: { type: 'number' } } })
  })

  it('reads a reference at the root', () => {
    const { wire, findings } = translate({ $ref: '#/$defs/a', $defs: { a: { type: 'object', properties: { b: { $ref: '#/$defs/a' } } } } })
    expect(wire).toMatchObject({ type: 'object', properties: { b: { $ref: '#/$defs/a' } } })
    expect(wire).not.toHaveProperty('$ref')
    expect(findings).toEqual([])
  })

  it('ends when unions of references multiply', () => {
    const names = Array.from({ length: 40 }, (_, index) => `d${index}`)
    const $defs = Object.fromEntries(names.map((name, index) => [
      name, index === 39 ? { properties: { end: {} } } : { anyOf: [{ $ref: `#/$defs/d${index + 1}` }, { $ref: `#/$defs/d${index + 1}` }] },
    ]))
    expect(translate({ $defs, $ref: '#/$defs/d0' }).wire).toMatchObject({ type: 'object' })
  })
})
