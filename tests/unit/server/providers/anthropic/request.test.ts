import { describe, expect, it } from 'vitest'
import type { AssistantPart, Message } from '#shared/message'
import type { ToolDefinition } from '#shared/tool'
import type { ModelRequest } from '#server/providers/provider'
import { toWireRequest } from '#server/providers/anthropic/request'

const origin = { adapter: 'anthropic', endpoint: 'https://api.anthropic.com', model: 'claude-opus-5' }
const add: ToolDefinition = { name: 'add', description: '', inputSchema: { type: 'object' }, annotations: {} }
const user = (text: string): Message => ({ role: 'user', content: [{ type: 'text', text }] })
const assistant = (parts: readonly AssistantPart[], native?: unknown): Message => ({ role: 'assistant', parts, origin, native })
const call = (callId: string, providerCallId?: string): AssistantPart => ({
  type: 'tool-call', callId, providerCallId, name: 'add', arguments: { ok: true, value: {} },
})

function translate(request: Partial<ModelRequest>) {
  return toWireRequest({ model: origin.model, messages: [user('Hi')], tools: [], ...request }, origin)
}

describe('toWireRequest', () => {
  it('sends neither an empty list of tools nor a choice without tools', () => {
    const { wire } = translate({ toolChoice: 'required' })
    expect(wire).not.toHaveProperty('tools')
    expect(wire).not.toHaveProperty('tool_choice')
    expect(wire).not.toHaveProperty('system')
  })

  it('names the tools of earlier calls, and forbids them, when none is offered any more', () => {
    const { wire } = translate({ messages: [user('A'), assistant([call('1'), call('2')])] })
    expect(wire.tools).toEqual([{ name: 'add', input_schema: { type: 'object', properties: {} } }])
    expect(wire.tool_choice).toEqual({ type: 'none' })
  })

  it.each([
    ['auto', { type: 'auto' }],
    ['none', { type: 'none' }],
    ['required', { type: 'any' }],
    [{ tool: 'add' }, { type: 'tool', name: 'add' }],
  ] as const)('translates the choice %j', (toolChoice, expected) => {
    expect(translate({ tools: [add], toolChoice }).wire.tool_choice).toEqual(expected)
  })

  it('lets newer models decide by themselves, and warns', () => {
    const { wire, warnings } = translate({ model: 'claude-opus-5-5', tools: [add], toolChoice: 'required' })
    expect(wire.tool_choice).toEqual({ type: 'auto' })
    expect(warnings).toMatchObject([{ keyword: 'toolChoice', action: 'rewritten' }])
  })

  it.each([
    ['claude-fable-5-2', 64_000],
    ['claude-sonnet-4-6', 64_000],
    ['claude-opus-4-5-20251101', 32_000],
    ['claude-3-5-haiku-latest', 8_192],
    ['anthropic/claude-3-opus-20240229', 4_096],
    ['local-model', 8_192],
  ])('gives %s at most %i tokens when nobody says', (model, tokens) => {
    expect(translate({ model }).wire.max_tokens).toBe(tokens)
    expect(translate({ model, maxOutputTokens: 7 }).wire.max_tokens).toBe(7)
  })
})

describe('thinking by a budget', () => {
  const model = 'claude-haiku-4-5'
  const here = { ...origin, model }
  const elsewhere = { adapter: 'openai-chat', endpoint: 'https://api.openai.com/v1', model: 'gpt-4.1' }
  const thought = { type: 'thinking', thinking: 'Hm.', signature: 's' }
  const use = (id: string) => ({ type: 'tool_use', id, name: 'add', input: {} })
  const turn = (id: string, from: typeof here, content?: readonly object[]): Message => ({
    role: 'assistant', parts: [call(id, content && id)], origin: from, ...(content && { native: { content } }),
  })
  const answer = (callId: string): Message => ({
    role: 'tool', results: [{ callId, name: 'add', outcome: { status: 'ok', content: [], durationMs: 1 } }],
  })
  const ask = (messages: readonly Message[], settings: Partial<ModelRequest> = {}) => toWireRequest(
    { model, messages, tools: [add], reasoningEffort: 'low', ...settings }, here,
  )

  it.each<[string, readonly Message[]]>([
    ['there are no calls', [user('A')]],
    [
      'the last turn is text of another model',
      [
        user('A'),
        turn('1', elsewhere),
        answer('1'),
        { role: 'assistant', parts: [{ type: 'text', text: 'Done.' }], origin: elsewhere },
        user('B'),
      ],
    ],
    ['the last turn begins with its thinking', [
      user('A'), turn('0', elsewhere), answer('0'), turn('1', here, [thought, use('1')]), answer('1'),
    ]],
    ['the last turn goes on with what a turn with thinking began', [
      user('A'), turn('1', here, [thought, use('1')]), answer('1'), turn('2', here, [use('2')]), answer('2'),
    ]],
  ])('goes out where %s', (_case, messages) => {
    const { wire, warnings } = ask(messages, { toolChoice: 'required', temperature: 0.2 })
    expect(wire).toMatchObject({ thinking: { type: 'enabled' }, tool_choice: { type: 'auto' } })
    expect(wire).not.toHaveProperty('temperature')
    expect(warnings.map(({ keyword }) => keyword)).toEqual(['temperature', 'toolChoice'])
  })

  it.each<[string, readonly Message[]]>([
    ['another model\'s turn', [user('A'), turn('1', elsewhere), answer('1')]],
    ['a turn that is rebuilt after one that thought', [
      user('A'), turn('1', here, [thought, use('1')]), answer('1'), turn('2', here), answer('2'),
    ]],
    ['its own turn without thinking', [user('A'), turn('1', here, [use('1')]), answer('1')]],
    ['its own turn that began with text', [user('A'), turn('1', here, [{ type: 'text', text: 'So.' }, use('1')]), answer('1'), user('B')]],
    ['its own turn after a request that another model answered first', [
      user('A'), turn('0', here, [thought, use('0')]), answer('0'), user('B'), turn('1', here, [use('1')]), answer('1'),
    ]],
  ])('stays out where the last turn with calls is %s, and with it what it forbids [F020-A14]', (_case, messages) => {
    const { wire, warnings } = ask(messages, { toolChoice: 'required', temperature: 0.2 })
    expect(wire).not.toHaveProperty('thinking')
    expect(wire).toMatchObject({ tool_choice: { type: 'any' }, temperature: 0.2 })
    expect(warnings.filter(({ path }) => path.startsWith('/settings'))).toEqual([
      { path: '/settings/reasoningEffort', keyword: 'reasoningEffort', action: 'removed', reason: expect.stringMatching(/thinking.*\.$/) },
    ])
  })

  it('stays out where the answer is too short for it, and with it what it forbids', () => {
    const { wire, warnings } = ask([user('A')], { maxOutputTokens: 1024, toolChoice: 'required', temperature: 0.2 })
    expect(wire).not.toHaveProperty('thinking')
    expect(wire).toMatchObject({ tool_choice: { type: 'any' }, temperature: 0.2 })
    expect(warnings.map(({ keyword }) => keyword)).toEqual(['reasoningEffort'])
    expect(ask([user('A')], { maxOutputTokens: 1025 }).wire.thinking).toEqual({ type: 'enabled', budget_tokens: 1024 })
  })

  it('is no matter of a model that has no efforts', () => {
    const { wire, warnings } = ask([user('A')], { maxOutputTokens: 500, capabilities: { efforts: [] } })
    expect(wire).not.toHaveProperty('thinking')
    expect(warnings).toMatchObject([{ keyword: 'reasoningEffort', reason: expect.stringContaining('no setting') }])
  })

  it.each<[string, Partial<ModelRequest>]>([
    ['of another vendor\'s model', { model: 'local-model' }],
    ['by an admin\'s word', { model: 'claude-sonnet-4-6', capabilities: { thinking: 'budget' } }],
  ])('lets no call be forced beside it: %s [F014-A7]', (_case, request) => {
    const { wire, warnings } = ask([user('A')], { ...request, toolChoice: { tool: 'add' } })
    expect(wire).toMatchObject({ thinking: { type: 'enabled' }, tool_choice: { type: 'auto' } })
    expect(warnings.map(({ keyword }) => keyword)).toEqual(['toolChoice'])
  })

  it('is no matter of adaptive thinking, which goes out after any turn', () => {
    const { wire } = ask([user('A'), turn('1', elsewhere), answer('1')], { model: 'claude-opus-5', toolChoice: 'required' })
    expect(wire).toMatchObject({ thinking: { type: 'adaptive' }, tool_choice: { type: 'any' } })
  })
})

describe('the messages', () => {
  it('go out as one a role, with results first', () => {
    const { wire } = translate({ messages: [
      user('A'), user('B'), assistant([call('1'), call('2')]),
      { role: 'tool', results: [{ callId: '1', name: 'add', outcome: { status: 'ok', content: [], durationMs: 1 } }] },
      user('C'),
    ] })
    expect(wire.messages.map(message => message.role)).toEqual(['user', 'assistant', 'user'])
    expect(wire.messages[2]?.content).toMatchObject([
      { type: 'tool_result', tool_use_id: '1' },
      { type: 'tool_result', tool_use_id: '2', is_error: true },
      { type: 'text', text: 'C' },
    ])
  })

  it('bear the declared names of properties, in a turn that is rebuilt and in one that is replayed [F019-A18]', () => {
    const query: ToolDefinition = { ...add, name: 'query', inputSchema: { type: 'object', properties: { $filter: { type: 'string' } } } }
    const asked: AssistantPart = {
      type: 'tool-call', callId: '1', providerCallId: 'toolu_1', name: 'query', arguments: { ok: true, value: { $filter: 'x' } },
    }
    const native = { content: [{ type: 'tool_use', id: 'toolu_1', name: 'query', input: { _filter: 'x' } }] }
    for (const turn of [assistant([asked]), assistant([asked], native)]) {
      const { wire } = translate({ messages: [user('A'), turn], tools: [query] })
      expect(wire.tools).toMatchObject([{ input_schema: { properties: { _filter: {} } } }])
      expect(wire.messages[1]?.content).toMatchObject([{ type: 'tool_use', name: 'query', input: { _filter: 'x' } }])
    }
  })

  it('hold no blank text, and end with the user', () => {
    const { wire } = translate({
      messages: [user('A'), assistant([{ type: 'text', text: ' ' }]), user('  '), user('B'), assistant([{ type: 'text', text: 'C \n' }])],
    })
    expect(wire.messages).toEqual([
      { role: 'user', content: ['A', '(This message is empty.)', 'B'].map(text => ({ type: 'text', text })) },
      { role: 'assistant', content: [{ type: 'text', text: 'C' }] },
      { role: 'user', content: [{ type: 'text', text: 'Continue.' }] },
    ])
  })

  it('replay a native turn byte for byte, and answer it by the vendor\'s ids', () => {
    const content = [
      { type: 'thinking', thinking: '', signature: 's' },
      { type: 'tool_use', id: 'toolu_1', name: 'add', input: {}, caller: { type: 'direct' } },
    ]
    const { wire } = translate({ messages: [user('A'), assistant([call('ours', 'toolu_1')], { content })] })
    expect(wire.messages[1]?.content).toEqual(content)
    expect(wire.messages[2]?.content).toMatchObject([{ type: 'tool_result', tool_use_id: 'toolu_1' }])
  })

  it('give a paused turn back as it was, with nothing said after it', () => {
    const content = [
      { type: 'text', text: 'Let me search.' }, { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'x' } },
    ]
    const { wire } = translate({ messages: [user('A'), assistant([{ type: 'text', text: 'Let me search.' }], { content })] })
    expect(wire.messages.slice(1)).toEqual([{ role: 'assistant', content }])
  })

  it('leave out a turn that ends in thinking, which the vendor refuses', () => {
    const content = [{ type: 'thinking', thinking: 'Hm.', signature: 's' }]
    const { wire, warnings } = translate({ messages: [user('A'), assistant([{ type: 'reasoning', text: 'Hm.' }], { content }), user('B')] })
    expect(wire.messages).toEqual([{ role: 'user', content: [{ type: 'text', text: 'A' }, { type: 'text', text: 'B' }] }])
    expect(warnings).toMatchObject([{ keyword: 'reasoning', action: 'left-out' }])
  })

  it('rebuild a native turn whose calls are not the ones on record', () => {
    const { wire } = translate({
      messages: [
        user('A'), assistant([call('ours', 'toolu_1')], { content: [{ type: 'tool_use', id: 'toolu_9', name: 'add', input: {} }] }),
      ],
    })
    expect(wire.messages[1]?.content).toMatchObject([{ type: 'tool_use', id: 'ours' }])
  })

  it('name a document as far as the vendor takes a title', () => {
    const named = (uri: string) => (
      translate({
        messages: [{ role: 'user', content: [{ type: 'resource', resource: { uri, mimeType: 'application/pdf', blob: 'JVBERi0=' } }] }],
      }).wire.messages[0]?.content
    )
    expect(named('a.pdf')).toMatchObject([{ type: 'document', title: 'a.pdf' }])
    expect(named(`https://files.test/${'x'.repeat(600)}`)).toMatchObject([{ title: expect.stringMatching(/^https:.{494}$/) }])
  })

  it('say in words what the vendor has no form for', () => {
    const { wire, warnings } = translate({ messages: [{ role: 'user', content: [
      { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' },
      { type: 'image', data: 'AAAA', mimeType: 'image/bmp' },
      { type: 'image', data: '', mimeType: 'image/png' },
      { type: 'resource', resource: { uri: 'a.csv', mimeType: 'text/csv', blob: Buffer.from('a,b').toString('base64') } },
    ] }] })
    expect(wire.messages[0]?.content).toMatchObject([
      { type: 'text' }, { type: 'text' }, { type: 'text' },
      { type: 'text', text: 'a.csv\na,b' },
    ])
    expect(warnings.map(warning => [warning.path, warning.action])).toEqual([0, 1, 2].map(index => [
      `/messages/0/content/${index}`, 'replaced-by-text',
    ]))
  })
})
