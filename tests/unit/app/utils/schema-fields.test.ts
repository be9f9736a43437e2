import { describe, expect, it } from 'vitest'
import { issuesByField } from '~/utils/wording/lab-wording'
import { listDefaults, listSchemaFields } from '~/utils/schema-fields'

const SCHEMA = {
  type: 'object',
  required: ['path', 'mode'],
  properties: {
    limit: { type: 'integer', minimum: 1, maximum: 10, default: 5 },
    path: { type: 'string', description: 'Where.', minLength: 1 },
    deep: { type: ['boolean', 'null'] },
    mode: { enum: ['fast', 2, null] },
    one: { const: 'x' },
    tags: { type: 'array', items: { type: 'string' } },
    filter: { $ref: '#/$defs/filter' },
    note: { anyOf: [{ type: 'string' }, { type: 'null' }], title: 'Note' },
    either: { anyOf: [{ type: 'string' }, { type: 'number' }] },
    any: true,
  },
  $defs: { filter: { type: 'number', description: 'At least.' } },
}

describe('a form made from a schema', () => {
  it('has a control of its kind for each field, required ones first [F017-A2]', () => {
    const fields = listSchemaFields(SCHEMA)
    expect(fields.map(({ name, kind, type }) => [name, kind, type])).toEqual([
      ['path', 'text', 'string, at least 1 character'],
      ['mode', 'choice', 'one of'],
      ['limit', 'number', 'integer, 1 to 10'],
      ['deep', 'boolean', 'boolean'],
      ['one', 'choice', 'one of'],
      ['tags', 'json', 'array'],
      ['filter', 'number', 'number'],
      ['note', 'text', 'string'],
      ['either', 'json', 'any JSON'],
      ['any', 'json', 'any JSON'],
    ])
    expect(fields.filter(field => field.isRequired).map(field => field.name)).toEqual(['path', 'mode'])
    expect(fields.find(field => field.name === 'filter')?.description).toBe('At least.')
    expect(listDefaults(fields)).toEqual({ limit: 5 })
  })

  it('is empty for a schema that names no fields [F017-A2]', () => {
    for (const schema of [
      {}, { type: 'object' }, { anyOf: [{ type: 'object' }] }, { properties: [] },
    ]) expect(listSchemaFields(schema)).toEqual([])
  })

  it('has the issues of a refused call at their fields [F017-A4]', () => {
    const issues = [
      { path: '/path', expected: 'a value: this field is required', got: 'nothing' },
      { path: '/tags/0', expected: 'type string', got: '1' },
      { path: '/a~1b', expected: 'no value: unknown field, remove it', got: '2' },
    ]
    const sent = { arguments: { 'tags': [1], 'a/b': 2 }, outcome: { status: 'invalid-input' as const, content: [], durationMs: 0, issues } }
    expect(issuesByField(sent, sent.arguments, ['path', 'tags'])).toEqual({
      'path': ['expected a value: this field is required; got nothing'],
      'tags': ['/0: expected type string; got 1'],
      '': ['/a~1b: expected no value: unknown field, remove it; got 2'],
    })
    expect(issuesByField({ arguments: {}, outcome: { status: 'failed', content: [], durationMs: 0 } }, {}, [])).toEqual({})
  })

  it('leaves out the issues of what has changed since the call [F017-A20]', () => {
    const issues = [
      { path: '', expected: 'fewer fields', got: '{}' }, { path: '/path', expected: 'a value', got: 'nothing' },
      { path: '/tags/0', expected: 'type string', got: '1' },
    ]
    const sent = { arguments: { tags: [1] }, outcome: { status: 'invalid-input' as const, content: [], durationMs: 0, issues } }
    expect(Object.keys(issuesByField(sent, { tags: [1] }, ['path', 'tags']))).toEqual(['', 'path', 'tags'])
    expect(Object.keys(issuesByField(sent, { tags: [1], path: 'notes' }, ['path', 'tags']))).toEqual(['tags'])
    expect(Object.keys(issuesByField(sent, { tags: ['1'] }, ['path', 'tags']))).toEqual(['path'])
  })
})
