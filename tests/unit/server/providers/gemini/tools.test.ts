import { describe, expect, it } from 'vitest'
import type { JsonSchema, ToolDefinition } from '#shared/tool'
import { GEMINI_NAME_RULE } from '#server/providers/gemini/gemini-dialect'
import { toWireToolConfig } from '#server/providers/gemini/tool-choice'
import { toWireTools } from '#server/providers/gemini/tools'
import { createToolNameMap } from '#server/providers/kit/tool-names'

function translate(inputSchema: JsonSchema, name = 'probe') {
  const tool: ToolDefinition = { name, description: 'Probes.', inputSchema, annotations: {} }
  const { wire, warnings } = toWireTools([tool])
  return { declaration: wire[0], schema: wire[0]?.parametersJsonSchema, warnings }
}
const object = (properties: JsonSchema, more: JsonSchema = {}): JsonSchema => ({ type: 'object', properties, ...more })

describe('toWireTools', () => {
  it('sends a JSON schema, not the OpenAPI form', () => {
    const { declaration, warnings } = translate(object({ city: { type: 'string' } }, { required: ['city'] }))
    expect(declaration).toEqual({
      name: 'probe',
      description: 'Probes.',
      parametersJsonSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
    })
    expect(warnings).toEqual([])
  })

  it('rewrites without loss what Gemini calls otherwise', () => {
    const { schema, warnings } = translate({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      ...object({
        unit: { const: 'C' },
        level: { type: ['string', 'null'], enum: ['low', null] },
        anything: true,
        nothing: false,
        place: { allOf: [{ $ref: '#/definitions/Place' }], description: 'Where' },
        both: { allOf: [object({ a: { type: 'string' } }, { required: ['a'] }), object({ b: { type: 'number' } })] },
      }, { required: ['unit', 'ghost'] }),
      definitions: { Place: { type: 'string' } },
    })
    expect(schema).toEqual({
      type: 'object',
      properties: {
        unit: { enum: ['C'] },
        level: { anyOf: [{ type: 'string', enum: ['low'] }, { type: 'null' }] },
        anything: {},
        place: { anyOf: [{ $ref: '#/$defs/Place' }], description: 'Where' },
        both: { type: 'object', properties: { a: { type: 'string' }, b: { type: 'number' } }, required: ['a'] },
      },
      required: ['unit'],
      $defs: { Place: { type: 'string' } },
    })
    expect(warnings.map(({ path, keyword, action }) => [path, keyword, action])).toEqual([
      ['/properties/nothing', 'properties', 'removed'], ['', 'definitions', 'rewritten'], ['', 'required', 'removed'],
    ])
  })

  it('tells in words what Gemini does not take, and warns', () => {
    const { schema, warnings } = translate(object({ code: { type: 'string', pattern: '^[A-Z]+$', maxLength: 3 } }))
    expect(schema?.properties).toEqual({ code: { type: 'string', description: '(matches the pattern ^[A-Z]+$; at most 3 characters)' } })
    expect(warnings.map(warning => [warning.path, warning.keyword, warning.action])).toEqual([
      ['/properties/code', 'pattern', 'moved-to-description'], ['/properties/code', 'maxLength', 'moved-to-description'],
    ])
  })

  it('tells large bounds of lists in words, for all of a request count together', () => {
    const { schema, warnings } = translate(object({
      few: { type: 'array', items: {}, maxItems: 100 }, many: { type: 'array', items: {}, minItems: 1, maxItems: 1000 },
    }))
    expect(schema?.properties).toEqual({
      few: { type: 'array', items: {}, maxItems: 100 },
      many: { type: 'array', items: {}, minItems: 1, description: '(at most 1000 items)' },
    })
    expect(warnings).toMatchObject([{ path: '/properties/many', keyword: 'maxItems', action: 'moved-to-description' }])
  })

  it('keeps a property that bears the name of a keyword', () => {
    expect(
      translate(object({
        'pattern': { type: 'string' }, 'default': { type: 'string' }, 'const': { type: 'string' }, 'x-id': { type: 'string' },
      })).schema?.properties,
    )
      .toEqual({ 'pattern': { type: 'string' }, 'default': { type: 'string' }, 'const': { type: 'string' }, 'x-id': { type: 'string' } })
  })

  it('gives a tool without parameters an empty object', () => {
    expect(translate({ type: 'object' }).schema).toEqual({ type: 'object', properties: {} })
  })

  it('does not touch the original schema', () => {
    const schema = object({ a: { const: 1 } })
    const before = structuredClone(schema)
    translate(schema)
    expect(schema).toEqual(before)
  })

  it('maps names outside the alphabet and back', () => {
    const names = createToolNameMap(['1/bad name', 'a.b-c'], GEMINI_NAME_RULE)
    expect(names.toWire('1/bad name')).toMatch(/^[a-zA-Z_][\w.-]*$/)
    expect(names.fromWire(names.toWire('1/bad name'))).toBe('1/bad name')
    expect(names.toWire('a.b-c')).toBe('a.b-c')
  })
})

describe('toWireToolConfig', () => {
  const names = createToolNameMap(['a/b'], GEMINI_NAME_RULE)
  it.each([
    ['auto', { mode: 'AUTO' }],
    ['required', { mode: 'ANY' }],
    ['none', { mode: 'NONE' }],
    [{ tool: 'a/b' }, { mode: 'ANY', allowedFunctionNames: ['a_b'] }],
  ] as const)('says %j in its modes', (choice, config) => {
    expect(toWireToolConfig(choice, { names, isStrict: false })).toEqual({ functionCallingConfig: config })
  })

  it('asks for validated calls when a tool is to be strict and the choice is free [F019-A4]', () => {
    expect(toWireToolConfig('auto', { names, isStrict: true })).toEqual({ functionCallingConfig: { mode: 'VALIDATED' } })
    expect(toWireToolConfig('required', { names, isStrict: true })).toEqual({ functionCallingConfig: { mode: 'ANY' } })
  })
})
