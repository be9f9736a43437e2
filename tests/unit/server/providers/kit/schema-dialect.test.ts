import { describe, expect, it } from 'vitest'
import type { JsonSchema } from '#shared/tool'
import { narrowToolSchema, type SchemaDialect } from '#server/providers/kit/schema-dialect'

const plain: SchemaDialect = { describeKeywords: [], completeObjectsAndArrays: false }

function narrow(inputSchema: JsonSchema, dialect: Partial<SchemaDialect> = {}) {
  const before = structuredClone(inputSchema)
  const result = narrowToolSchema({ name: 'tool', description: '', inputSchema, annotations: {} }, { ...plain, ...dialect })
  expect(inputSchema).toEqual(before)
  return result
}

describe('narrowToolSchema', () => {
  it('makes the root an object and strips what speaks to others', () => {
    expect(narrow({ '$schema': 'https://json-schema.org/draft/2020-12/schema', 'x-a': 1 })).toEqual({ wire: { type: 'object', properties: {} }, warnings: [] })
  })

  it('says so when a root is not an object', () => {
    expect(narrow({ type: 'string' })).toMatchObject({ wire: { type: 'object' }, warnings: [{ keyword: 'type', action: 'rewritten' }] })
  })

  it('tells a removed keyword in the description, at its place', () => {
    const { wire, warnings } = narrow(
      { type: 'object', properties: { 'a/b': { type: 'array', items: { type: 'string', description: 'Code.', pattern: '^A$' } } } },
      { describeKeywords: ['pattern'] },
    )
    expect(wire.properties).toEqual({ 'a/b': { type: 'array', items: { type: 'string', description: 'Code. (pattern: "^A$")' } } })
    expect(warnings).toMatchObject([{ path: '/properties/a~1b/items', keyword: 'pattern', action: 'moved-to-description' }])
  })

  it('leaves properties and values alone that look like keywords', () => {
    const schema = { type: 'object', properties: { pattern: { type: 'string' } }, required: ['pattern'], default: { pattern: 'x' } }
    expect(narrow(schema, { describeKeywords: ['pattern'] })).toEqual({ wire: schema, warnings: [] })
  })

  it('completes objects and arrays where a vendor insists', () => {
    const schema = { type: 'object', properties: { bag: { type: 'object' }, list: { type: ['array', 'null'] } } }
    expect(narrow(schema, { completeObjectsAndArrays: true }).wire.properties).toEqual({
      bag: { type: 'object', properties: {} },
      list: { type: ['array', 'null'], items: {} },
    })
  })
})

describe('a root union', () => {
  it('joins a property that differs between branches, and says which belongs to which', () => {
    const { wire } = narrow({
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
    const { wire } = narrow({
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
    const { wire } = narrow({ $defs: { '100%': { properties: { share: { type: 'number' } } } }, anyOf: [{ $ref: '#/$defs/100%' }, { $ref: '#/$defs/%ff' }] })
    expect(wire).toMatchObject({ type: 'object', properties: { share: { type: 'number' } } })
  })

  it('reads a reference at the root', () => {
    const { wire, warnings } = narrow({ $ref: '#/$defs/a', $defs: { a: { type: 'object', properties: { b: { $ref: '#/$defs/a' } } } } })
    expect(wire).toMatchObject({ type: 'object', properties: { b: { $ref: '#/$defs/a' } } })
    expect(wire).not.toHaveProperty('$ref')
    expect(warnings).toEqual([])
  })
})
