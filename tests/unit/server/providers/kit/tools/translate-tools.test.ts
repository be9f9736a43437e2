import { describe, expect, it } from 'vitest'
import type { JsonSchema, ToolDefinition } from '#shared/tool'
import { toWireTools as toAnthropic } from '#server/providers/anthropic/tools'
import { toWireTools as toGemini } from '#server/providers/gemini/tools'
import { chooseProfile } from '#server/providers/openai-chat/profiles'
import { toWireTools as toChat } from '#server/providers/openai-chat/tools'
import { toWireTools as toResponses } from '#server/providers/openai-responses/tools'
import { translation } from '#server/providers/translation'

function createTool(
  name: string,
  inputSchema: JsonSchema = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
  description = 'Does it.',
): ToolDefinition {
  return { name, description, inputSchema, annotations: {} }
}
const createTools = (count: number) => Array.from({ length: count }, (_, index) => createTool(`server.${index}/tool`))
const openai = chooseProfile({ profile: 'openai' })
const [maybe, map] = [
  { type: 'object', properties: { a: { type: 'string' } } },
  { type: 'object', properties: { a: { type: 'object', additionalProperties: { type: 'string' } } } },
]
const read = (value: Record<string, unknown>) => ({ ok: true as const, value })

describe('a list of tools', () => {
  it.each([
    ['anthropic', (tools: readonly ToolDefinition[]) => toAnthropic(tools), 1000],
    ['gemini', (tools: readonly ToolDefinition[]) => toGemini(tools), 512],
    ['gemini, older form', (tools: readonly ToolDefinition[]) => toGemini(tools, { isOpenApi: true }), 512],
    ['openai-responses', (tools: readonly ToolDefinition[]) => toResponses(tools), 1000],
    ...(['openai', 'azure', 'deepseek'] as const).map(profile => [
      profile, (tools: readonly ToolDefinition[]) => toChat(tools, { profile: chooseProfile({ profile }) }), 128,
    ] as const),
    ['generic', (tools: readonly ToolDefinition[]) => toChat(tools, { profile: chooseProfile({ profile: 'generic' }) }), 1000],
  ] as const)('of a thousand fits %s, and what is left out is named [F019-A7]', (_id, translate, count) => {
    const tools = createTools(1000)
    const { wire, names, warnings, text } = translate(tools)
    expect(wire).toHaveLength(count)
    expect(JSON.parse(text)).toEqual(wire)
    expect(new Set(tools.slice(0, count).map(({ name }) => names.toWire(name))).size).toBe(count)
    expect(warnings.filter(({ action }) => action === 'left-out').map(({ tool }) => tool)).toEqual(tools
      .slice(count)
      .map(({ name }) => name))
  })

  it('ends where the grammar of llama.cpp has its ceiling [F019-A7]', () => {
    const tools = Array.from({ length: 30 }, (_, index) => createTool(`t${index}`, {
      type: 'object', properties: { a: { type: 'string', description: 'x'.repeat(10_000) } },
    }))
    const { text, wire, warnings } = toChat(tools, { profile: chooseProfile({ profile: 'llama-cpp' }) })
    expect(text.length).toBeLessThan(101_000)
    expect(wire.length + warnings.length).toBe(30)
    expect(warnings[0]).toMatchObject({ tool: 't9', action: 'left-out' })
  })

  it('cuts a description at a sentence where a server takes no more [F019-A7]', () => {
    const description = `${'A sentence of words. '.repeat(40)}${'Then more of them. '.repeat(40)}`
    const { wire: [wire], warnings } = toChat([createTool('t', undefined, description)], { profile: openai })
    const sent = wire?.function.description ?? ''
    expect(sent.length).toBeLessThanOrEqual(1024)
    expect(sent).toMatch(/of them\.…$/)
    expect(warnings).toMatchObject([{ keyword: 'description', action: 'rewritten' }])
    expect(
      toChat([createTool('t', undefined, description)], { profile: chooseProfile({ profile: 'generic' }) }).wire[0]?.function.description,
    ).toBe(description)
  })

  it('goes out without a tool that cannot be expressed [F019-A2]', () => {
    const tools = [createTool('bad', { type: 'array' }), createTool('good'), createTool('far', {
      type: 'object', properties: { a: { $ref: 'https://example.com/x.json' } },
    })]
    for (const translate of [
      toAnthropic, toResponses, (list: typeof tools) => toChat(list, { profile: openai }), (list: typeof tools) => toGemini(list),
    ]) {
      const { wire, warnings } = translate(tools)
      expect(wire).toHaveLength(1)
      expect(warnings).toMatchObject([
        { tool: 'bad', action: 'left-out' }, { tool: 'far', path: '/properties/a', keyword: '$ref', action: 'left-out' },
      ])
    }
  })

  it('goes out with the first of two tools of one name, and says that the other is left out [F019-A20]', () => {
    const [first, second] = [createTool('files.read', undefined, 'First.'), createTool('files.read', undefined, 'Second.')]
    const { wire, warnings, offered, names } = translation.tools.anthropic([first, createTool('other'), second])
    expect(wire.map(({ name, description }) => [names.fromWire(name), description])).toEqual([
      ['files.read', 'First.'], ['other', 'Does it.'],
    ])
    expect(offered).not.toContain(second)
    expect(warnings).toEqual([
      { tool: 'files.read', path: '', keyword: 'name', action: 'left-out', reason: expect.stringContaining('another tool of this name') },
    ])
    for (const translate of [
      translation.tools.openaiResponses,
      translation.tools.gemini,
      (tools: readonly ToolDefinition[]) => translation.tools.openaiChat(tools, { profile: openai }),
    ]) {
      expect(translate([first, second])).toMatchObject({ offered: [first], warnings: [{ action: 'left-out' }] })
    }
  })

  it('is translated once, in the same array or another [F019-A8]', () => {
    const tools = createTools(50)
    const first = toAnthropic(tools)
    expect(toAnthropic(tools)).toBe(first)
    expect(toAnthropic([...tools])).toBe(first)
    const fewer = toAnthropic(tools.slice(0, 20))
    expect(fewer).not.toBe(first)
    expect(fewer.wire[3]).toBe(first.wire[3])
    expect(toAnthropic(tools, new Set(['server.1/tool']))).not.toBe(first)
    expect(toAnthropic(tools, new Set(['server.1/tool']))).toBe(toAnthropic(tools, new Set(['server.1/tool'])))
  })

  it('does not keep a translation for a list that was changed in place', () => {
    const tools = createTools(3)
    expect(toAnthropic(tools).wire).toHaveLength(3)
    tools.push(createTool('late'))
    expect(toAnthropic(tools).wire).toHaveLength(4)
  })
})

describe('strict mode', () => {
  it('is off unless it is asked for [F019-A4]', () => {
    expect(toAnthropic([createTool('t')]).wire[0]).not.toHaveProperty('strict')
    expect(toChat([createTool('t')], { profile: openai }).wire[0]?.function).not.toHaveProperty('strict')
    expect(toResponses([createTool('t')]).wire[0]).toHaveProperty('strict', false)
  })

  it('makes what may be left out nullable at OpenAI, and closes every object [F019-A4]', () => {
    const schema = {
      type: 'object',
      properties: {
        id: { type: 'string' },
        kind: { enum: ['a', 'b'] },
        at: { const: 1 },
        place: { type: 'object', properties: { x: { type: 'number' } } },
        who: { $ref: '#/$defs/who' },
      },
      required: ['id'],
      $defs: { who: { type: 'object', properties: { next: { $ref: '#/$defs/who' } } } },
    }
    const { wire: [wire], warnings, isStrict } = toResponses([createTool('t', schema)], new Set(['t']))
    expect(isStrict).toBe(true)
    expect(warnings).toEqual([])
    const who = { anyOf: [{ $ref: '#/$defs/who' }, { type: 'null' }] }
    expect(wire).toMatchObject({ strict: true, parameters: {
      type: 'object', additionalProperties: false, required: ['id', 'kind', 'at', 'place', 'who'],
      properties: {
        id: { type: 'string' },
        kind: { enum: ['a', 'b', null], type: ['string', 'null'] },
        at: { anyOf: [{ const: 1, type: 'number' }, { type: 'null' }] },
        place: { type: ['object', 'null'], properties: { x: { type: ['number', 'null'] } }, required: ['x'], additionalProperties: false },
        who,
      },
      $defs: { who: { type: 'object', properties: { next: who }, required: ['next'], additionalProperties: false } },
    } })
  })

  it('moves into words what OpenAI refuses there: most formats, lengths, defaults, and what stands beside a reference [F019-A17]', () => {
    const formats = ['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid']
    const given = Object.fromEntries(formats.map(format => [format, { type: 'string', format }]))
    const schema = {
      type: 'object',
      properties: {
        ...given,
        link: { type: 'string', format: 'uri' },
        size: { type: 'integer', format: 'int32', default: 3, examples: [4] },
        word: { type: 'string', minLength: 2, maxLength: 5, pattern: '^a' },
        who: { $ref: '#/$defs/who', description: 'Who asks.', default: { name: 'x' } },
      },
      $defs: { who: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } },
    }
    const required = [...Object.keys(schema.properties)]
    const { wire: [wire], warnings, isStrict } = toResponses([createTool('t', { ...schema, required })], new Set(['t']))
    expect(isStrict).toBe(true)
    expect(wire?.parameters?.properties).toEqual({
      ...given,
      link: { type: 'string', description: '(format: uri)' },
      size: { type: 'integer', description: '(format: int32; default: 3; for example 4)' },
      word: { type: 'string', pattern: '^a', description: '(at least 2 characters; at most 5 characters)' },
      who: { anyOf: [{ $ref: '#/$defs/who' }], description: 'Who asks. (default: {"name":"x"})' },
    })
    expect(warnings.map(({ path, keyword, action }) => `${path} ${keyword} ${action}`)).toEqual([
      '/properties/link format', '/properties/size format', '/properties/size default', '/properties/size examples',
      '/properties/word minLength', '/properties/word maxLength', '/properties/who default',
    ].map(place => `${place} moved-to-description`))
  })

  it('keeps optional properties optional at Anthropic [F019-A4]', () => {
    const { wire: [wire] } = toAnthropic(
      [createTool('t', { ...maybe, oneOf: [{ properties: { b: { type: ['string', 'number', 'null'], minLength: 2 } } }] })], new Set(['t']),
    )
    expect(wire).toMatchObject({
      strict: true,
      input_schema: {
        properties: {
          a: { type: 'string' },
          b: { anyOf: [{ type: 'string', description: '(at least 2 characters)' }, { type: 'number' }, { type: 'null' }] },
        },
        additionalProperties: false,
      },
    })
    expect(wire?.input_schema.required).toBeUndefined()
  })

  it.each([
    ['a map', map],
    ['an open object', { ...maybe, additionalProperties: true }],
    ['a property of any type', { type: 'object', properties: { a: {} } }],
    ['an object without fields', { type: 'object', properties: { a: { type: 'object' } } }],
  ])('sends %s whole and without it, and says why [F019-A4]', (_what, schema) => {
    for (const translate of [toAnthropic, toResponses]) {
      const plain = translate([createTool('t', schema)])
      const { wire, warnings, isStrict } = translate([createTool('t', schema)], new Set(['t']))
      expect(isStrict).toBe(false)
      expect(wire).toEqual(plain.wire)
      expect(warnings).toMatchObject([
        { tool: 't', keyword: 'strict', action: 'removed', reason: expect.stringContaining('Offered without strict mode.') },
      ])
    }
  })

  it('takes a recursion at OpenAI and none at Anthropic [F019-A4]', () => {
    const tree = { type: 'object', properties: { child: { $ref: '#' } } }
    expect(toResponses([createTool('t', tree)], new Set(['t'])).isStrict).toBe(true)
    expect(toAnthropic([createTool('t', tree)], new Set(['t'])).isStrict).toBe(false)
  })

  it('spends Anthropic\'s budget in order: 20 tools, 24 optional properties [F019-A4]', () => {
    const many = Array.from({ length: 25 }, (_, index) => createTool(`t${index}`))
    expect(toAnthropic(many, new Set(many.map(({ name }) => name))).wire.filter(({ strict }) => strict)).toHaveLength(20)
    const wide = Array.from({ length: 4 }, (_, index) => createTool(`w${index}`, {
      type: 'object', properties: Object.fromEntries(Array.from({ length: 10 }, (_, place) => [`p${place}`, { type: 'string' }])),
    }))
    const { wire, warnings } = toAnthropic([...wide, createTool('small')], new Set(['w0', 'w1', 'w2', 'w3', 'small']))
    expect(wire.filter(({ strict }) => strict).map(({ name }) => name)).toEqual(['w0', 'w1', 'small'])
    expect(warnings.map(({ tool }) => tool)).toEqual(['w2', 'w3'])
  })

  it('is not sent to a server that does not know it', () => {
    const { wire: [wire], warnings } = toChat([createTool('t')], {
      profile: chooseProfile({ profile: 'ollama' }), strictTools: new Set(['t']),
    })
    expect(wire?.function).not.toHaveProperty('strict')
    expect(warnings).toMatchObject([{ keyword: 'strict', action: 'removed' }])
  })

  it('is a mode of the whole request at Gemini', () => {
    expect(toGemini([createTool('t')], { strictTools: new Set(['t']) }).isStrict).toBe(true)
    expect(toGemini([createTool('t')], { strictTools: new Set(['other']) }).isStrict).toBe(false)
  })
})

describe('arguments on their way back', () => {
  const schema = {
    type: 'object',
    properties: {
      id: { type: 'string' },
      note: { type: 'string' },
      gone: { type: ['string', 'null'] },
      deep: { type: 'array', items: { type: 'object', properties: { x: { type: 'number' } } } },
    },
    required: ['id'],
  }

  it('lose the nulls that strict mode put in, and no others [F019-A5]', () => {
    const { readArguments } = toResponses([createTool('t', schema)], new Set(['t']))
    const given = { id: null, note: null, gone: null, deep: [{ x: null }, { x: 1 }], extra: null }
    expect(readArguments('t', read(given))).toEqual(read({ id: null, gone: null, deep: [{}, { x: 1 }], extra: null }))
    expect(given.note).toBeNull()
  })

  it('stay as they are without strict mode', () => {
    const given = read({ note: null })
    expect(toResponses([createTool('t', schema)]).readArguments('t', given)).toBe(given)
  })

  it('bear the tool\'s own property names, and objects that came as text [F019-A6]', () => {
    const odd = {
      type: 'object',
      properties: {
        'a-b': { type: 'string' },
        '$id': { type: 'object', properties: { 'x.y': { type: 'number' } } },
        'bag': { type: 'object' },
        'list': { type: 'array' },
      },
      required: ['a-b'],
    }
    const { wire: [wire], readArguments, writeArguments } = toGemini([createTool('t', odd)], { isOpenApi: true })
    expect(wire?.parameters).toMatchObject({
      properties: {
        a_b: { type: 'string' },
        _id: { properties: { x_y: { type: 'number' } } },
        bag: { type: 'string', description: '(JSON text of an object)' },
      },
      required: ['a_b'],
    })
    const given = { a_b: '{"not":"read"}', _id: { x_y: 1, a_b: 2 }, bag: '{"a_b":3}', list: ['{"a":1}'] }
    expect(writeArguments('t', read({ 'a-b': 'x', '$id': { 'x.y': 1 }, 'bag': { $id: 2 } }))).toEqual(read({
      a_b: 'x', _id: { x_y: 1 }, bag: { $id: 2 },
    }))
    expect(readArguments('t', read(given))).toEqual(read({
      'a-b': '{"not":"read"}', '$id': { 'x.y': 1, 'a_b': 2 }, 'bag': { a_b: 3 }, 'list': ['{"a":1}'],
    }))
  })
})

describe('names of properties that Anthropic does not take', () => {
  const schema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    properties: {
      '$filter': { type: 'string' },
      'a b': { type: 'string' },
      'a_b': { type: 'number' },
      'part': { type: 'object', properties: { 'a b': { type: 'string' } } },
      [`${'x'.repeat(64)}y`]: { type: 'string' },
    },
    required: ['$filter', 'part'],
    dependentRequired: { $filter: ['a b'] },
    if: { $ref: '#/$defs/filtered' },
    then: { required: ['$top'], properties: { $top: { type: 'integer' } } },
    anyOf: [{ required: ['$filter'] }, { required: ['a b'] }],
    default: { $filter: 'all', part: { 'a b': 'x' } },
    $defs: { filtered: { properties: { $filter: { const: 'all' } } }, again: { $ref: '#' } },
  }
  const tool = createTool('t', schema)
  const [, spaced, long] = toAnthropic([tool]).warnings
    .filter(({ keyword }) => keyword === 'properties')
    .map(({ reason }) => /called (\S+) there/.exec(reason)?.[1] ?? '')

  it.each([
    ['', new Set<string>()], [' in strict mode', new Set(['t'])],
  ])('are mapped wherever the schema speaks of the arguments, and nowhere else%s [F019-A18]', (
    _mode, strict,
  ) => {
    const closed = { ...schema, if: undefined, then: undefined, properties: { ...schema.properties, $top: { type: 'integer' } } }
    const { wire: [wire], isStrict } = toAnthropic([strict.size > 0 ? createTool('t', closed) : tool], strict)
    expect(isStrict).toBe(strict.size > 0)
    const { properties } = wire?.input_schema ?? {}
    const names = Object.keys(properties ?? {})
    expect(names.every(name => /^[a-zA-Z0-9_.-]{1,64}$/.test(name))).toBe(true)
    expect(names.slice(0, 4)).toEqual(['_filter', spaced, 'a_b', 'part'])
    expect(spaced).toMatch(/^a_b_[0-9a-f]{8}$/)
    expect(properties).toMatchObject({ part: { properties: { 'a b': { type: 'string' } } } })
    expect(wire?.input_schema.required).toEqual(['_filter', 'part'])
    expect(wire?.input_schema.description).toContain(`Give at least one of: _filter; ${spaced}.`)
  })

  it('are mapped in conditions, in what they refer to, and in values', () => {
    const { wire: [wire], warnings } = toAnthropic([tool])
    expect(wire?.input_schema).toMatchObject({
      dependentRequired: { _filter: [spaced] },
      if: { $ref: '#/$defs/filtered_arguments' },
      then: { required: ['_top'], properties: { _top: { type: 'integer' } } },
      default: { _filter: 'all', part: { 'a b': 'x' } },
      $defs: { filtered_arguments: { properties: { _filter: { const: 'all' } } } },
    })
    expect(warnings.filter(({ keyword }) => keyword === 'properties').map(({ path }) => path)).toEqual([
      '/properties/$filter', '/properties/a b', `/properties/${'x'.repeat(
        64,
      )}y`, '/then/properties/$top', '/$defs/filtered/properties/$filter',
    ])
    expect(warnings[0]).toMatchObject({ tool: 't', action: 'rewritten' })
  })

  it('are the tool\'s own again in the arguments of a call, and those of the wire in one of the history [F019-A18]', () => {
    const { readArguments, writeArguments } = toAnthropic([tool])
    const own = read({
      '$filter': 'all', 'a b': 'x', 'a_b': 1, 'part': { 'a b': 'y', '_filter': 2 }, '$top': 3, [`${'x'.repeat(64)}y`]: 'z', 'extra': 4,
    })
    const wire = read({
      _filter: 'all', [spaced ?? '']: 'x', a_b: 1, part: { 'a b': 'y', '_filter': 2 }, _top: 3, [long ?? '']: 'z', extra: 4,
    })
    expect(readArguments('t', wire)).toEqual(own)
    expect(writeArguments('t', own)).toEqual(wire)
    expect(writeArguments('other', own)).toBe(own)
  })

  it('stay apart from every other name in the schema, and from patterns', () => {
    const { wire: [wire] } = toAnthropic([createTool('p', {
      type: 'object', properties: {
        'x y': { type: 'string' }, 'z': { anyOf: [{ $ref: '#' }, { type: 'object', properties: { x_y: { type: 'string' } } }] },
      }, patternProperties: { 'x y': { type: 'string' } },
    })])
    expect(Object.keys(wire?.input_schema.properties ?? {})).toEqual([expect.stringMatching(/^x_y_[0-9a-f]{8}$/), 'z'])
    expect(wire?.input_schema).toHaveProperty('patternProperties', { 'x y': { type: 'string' } })
  })

  it('stand in the paths of warnings as the tool wrote them', () => {
    const [a, b] = [{ properties: { $a: { type: 'string' } } }, { properties: { $a: { type: 'number' } } }]
    const { warnings } = toGemini([createTool('w', { type: 'object', allOf: [a, b] })], { isOpenApi: true })
    expect(warnings.filter(({ action }) => action === 'moved-to-description').map(({ path }) => path)).toEqual(['/properties/$a'])
  })

  it('lose nothing where a model writes both of them', () => {
    const both = read({ _filter: 1, $filter: 2 })
    expect(toAnthropic([tool]).readArguments('t', both)).toEqual(both)
  })

  it('are mapped where the root comes again in itself', () => {
    const tree = createTool('tree', {
      type: 'object',
      properties: {
        $id: { type: 'string' },
        children: { type: 'array', items: { $ref: '#' } },
        other: { type: 'object', properties: { $id: { type: 'string' } } },
      },
    })
    const { readArguments, writeArguments } = toAnthropic([tree])
    const own = read({ $id: 'a', children: [{ $id: 'b', other: { $id: 'c' } }] })
    const wire = read({ _id: 'a', children: [{ _id: 'b', other: { $id: 'c' } }] })
    expect(readArguments('tree', wire)).toEqual(own)
    expect(writeArguments('tree', own)).toEqual(wire)
  })

  it('stay as they are further in, without any work for them', () => {
    const nested = createTool('n', { type: 'object', properties: { a: { type: 'object', properties: { $filter: { type: 'string' } } } } })
    const { wire: [wire], warnings, readArguments } = toAnthropic([nested])
    const given = read({ a: { $filter: 'x' } })
    expect(wire?.input_schema.properties).toEqual(nested.inputSchema.properties)
    expect(warnings).toEqual([])
    expect(readArguments('n', given)).toBe(given)
  })

  it('are dropped from a rule for names, which speaks of the tool\'s own', () => {
    const { wire: [wire], warnings } = toAnthropic([
      createTool('r', { type: 'object', properties: { $a: { type: 'string' } }, propertyNames: { pattern: '^[$]' } }),
    ])
    expect(wire?.input_schema).toEqual({ type: 'object', properties: { _a: { type: 'string' } } })
    expect(warnings.map(({ keyword, action }) => [keyword, action])).toEqual([['properties', 'rewritten'], ['propertyNames', 'removed']])
  })
})

describe('Gemini\'s older form', () => {
  it('has no parameters for a tool that takes none', () => {
    expect(toGemini([createTool('t', { type: 'object' })], { isOpenApi: true }).wire[0]).toEqual({ name: 't', description: 'Does it.' })
  })

  it('says null, tuples, references and recursion in its own way', () => {
    const { wire: [wire] } = toGemini([createTool('t', {
      $defs: { node: { type: 'object', properties: { label: { type: 'string' }, child: { $ref: '#/$defs/node' } } } },
      type: 'object',
      properties: {
        a: { type: ['string', 'null'] },
        b: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }] },
        c: { enum: [1, 2] },
        d: { const: 'x' },
        tree: { $ref: '#/$defs/node', description: 'The tree' },
        e: { anyOf: [{ type: 'string' }, { type: 'null' }] },
      },
    })], { isOpenApi: true })
    const end = { type: 'string', description: '(another node, as described before; any value, as text or JSON)' }
    expect(wire?.parameters?.properties).toMatchObject({
      a: { type: 'string', nullable: true },
      b: { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'number' }] }, description: '(in this order: string, number)' },
      c: { type: 'number', description: '(one of 1, 2)' },
      d: { type: 'string', enum: ['x'] },
      tree: {
        type: 'object',
        description: 'The tree',
        properties: {
          label: { type: 'string' }, child: { type: 'object', properties: { label: { type: 'string' }, child: { type: 'string' } } },
        },
      },
      e: { type: 'string', nullable: true },
    })
    expect(JSON.stringify(wire?.parameters)).toContain(end.description.slice(1, 30))
  })
})
