import { describe, expect, it } from 'vitest'
import type { CallArguments, Message, ToolResult } from '#shared/message'
import type { ContentBlock } from '#shared/content'
import { toWireRequest } from '#server/providers/openai-responses/request'

const origin = { adapter: 'openai-responses', endpoint: 'https://api.openai.com/v1', model: 'gpt-5.5' }
const user: Message = { role: 'user', content: [{ type: 'text', text: 'Add.' }] }
const sealed = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'sealed' }
const native = (call_id: string, reasoning: object = sealed) => [
  reasoning, { type: 'function_call', id: 'fc_1', call_id, name: 'add', arguments: '{"a": 1}', status: 'completed' },
]

function turn(
  fields: { native?: unknown, from?: Partial<typeof origin>, providerCallId?: string, arguments?: CallArguments } = {},
): Message {
  const { native: whole, from, providerCallId = 'call_v', arguments: args = { ok: true, value: { a: 1 } } } = fields
  return {
    role: 'assistant',
    parts: [
      { type: 'reasoning', text: 'Hm' },
      { type: 'text', text: 'Let me see.' },
      { type: 'tool-call', callId: 'ours', providerCallId, name: 'add', arguments: args },
    ],
    origin: { ...origin, ...from },
    native: whole,
  }
}

function result(...content: ContentBlock[]): Message {
  const answer: ToolResult = { callId: 'ours', name: 'add', outcome: { status: 'ok', content, durationMs: 1 } }
  return { role: 'tool', results: [answer] }
}
const three = result({ type: 'text', text: '3' })
const inputOf = (...messages: Message[]) => toWireRequest({ model: origin.model, messages, tools: [] }, origin).wire.input

describe('toWireRequest of openai-responses', () => {
  it('stores nothing, asks for sealed reasoning of models that reason, and never for strict schemas', () => {
    const tools = [{ name: 'files.read', description: 'Reads.', inputSchema: { type: 'object' }, annotations: {} }]
    const { wire } = toWireRequest(
      { model: 'gpt-5.5', system: 'Be brief.', messages: [user], tools, toolChoice: { tool: 'files.read' }, maxOutputTokens: 50 }, origin,
    )
    expect(wire).toMatchObject({
      store: false, stream: true, include: [
        'reasoning.encrypted_content',
      ], reasoning: { summary: 'auto' }, instructions: 'Be brief.', max_output_tokens: 50,
      tools: [{ type: 'function', name: 'files_read', parameters: { type: 'object', properties: {} }, strict: false }],
      tool_choice: { type: 'function', name: 'files_read' },
    })
  })

  it.each(['gpt-4.1', 'gpt-5.3-chat-latest', 'gpt-4o'])('does not ask %s for reasoning, nor for a choice without tools', (model) => {
    const { wire } = toWireRequest({ model, messages: [user], tools: [], toolChoice: 'required' }, { ...origin, model })
    expect(Object.keys(wire).sort()).toEqual(['input', 'model', 'store', 'stream'])
  })

  it('asks for sixteen tokens at least, and says so', () => {
    const { wire, warnings } = toWireRequest({ model: 'gpt-5.5', messages: [user], tools: [], maxOutputTokens: 3 }, origin)
    expect(wire.max_output_tokens).toBe(16)
    expect(warnings).toMatchObject([{ keyword: 'maxOutputTokens', action: 'rewritten' }])
  })

  it('replays a turn to its origin as it came, and answers by the service\'s call id [F002-A11]', () => {
    expect(inputOf(user, turn({ native: native('call_v') }), three)).toEqual([
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Add.' }] },
      ...native('call_v'),
      { type: 'function_call_output', call_id: 'call_v', output: '3' },
    ])
  })

  it.each([
    { adapter: 'openai-chat' }, { endpoint: 'http://other/v1' }, { model: 'gpt-5.4-mini' },
  ])('rebuilds a turn of another origin without ids and reasoning: %j', (from) => {
    expect(inputOf(turn({ native: native('call_v'), from }), three)).toEqual([
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Let me see.', annotations: [] }] },
      { type: 'function_call', call_id: 'ours', name: 'add', arguments: '{"a":1}' },
      { type: 'function_call_output', call_id: 'ours', output: '3' },
    ])
  })

  it('drops reasoning that is not sealed, and the ids of what followed it', () => {
    const call = { type: 'function_call', call_id: 'call_v', name: 'add', arguments: '{"a": 1}', status: 'completed' }
    expect(inputOf(turn({ native: native('call_v', { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: null }) }), three))
      .toEqual([call, { type: 'function_call_output', call_id: 'call_v', output: '3' }])
  })

  it('shortens a long call id alike on both sides', () => {
    const long = `call_${'x'.repeat(80)}`
    const input = inputOf(turn({ native: native(long), providerCallId: long }), three)
    const ids = [input].flat().flatMap(item => typeof item === 'object' && 'call_id' in item ? [item.call_id] : [])
    expect(ids).toHaveLength(2)
    expect(ids[0]).toBe(ids[1])
    expect(ids[0]).toHaveLength(64)
  })

  it('answers a call that has no result, and drops a result that has no call', () => {
    expect(inputOf(turn(), user)).toMatchObject([
      { type: 'message' }, { type: 'function_call' }, { type: 'function_call_output', call_id: 'ours' }, { role: 'user' },
    ])
    expect(inputOf(user, three)).toHaveLength(1)
  })

  it('sends pictures and documents of a result in its output', () => {
    const pdf = { uri: 'file:///a/report.pdf', mimeType: 'application/pdf', blob: 'UERG' }
    expect(inputOf(turn(), result({
      type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png',
    }, { type: 'resource', resource: pdf }))).toMatchObject([{}, {}, {
      output: [
        { type: 'input_image', image_url: 'data:image/png;base64,iVBORw0KGgo=' },
        { type: 'input_file', filename: 'report.pdf', file_data: 'data:application/pdf;base64,UERG' },
      ],
    }])
  })

  it('puts a note in the place of audio, and says so', () => {
    const message: Message = { role: 'user', content: [{ type: 'audio', data: 'AAAA', mimeType: 'audio/wav' }] }
    const { wire, warnings } = toWireRequest({ model: 'gpt-5.5', messages: [message], tools: [] }, origin)
    expect(wire.input).toMatchObject([{ content: [{ type: 'input_text', text: '[audio, audio/wav]' }] }])
    expect(warnings).toMatchObject([{ path: '/messages/0/content/0', action: 'replaced-by-text' }])
  })

  it('shows the model arguments that did not parse inside an object', () => {
    const broken = { ok: false as const, text: '{"a":', error: 'It ends too early.' }
    expect(inputOf(turn({ arguments: broken }), three)).toMatchObject([{}, { arguments: '{"unparsed_arguments":"{\\"a\\":"}' }, {}])
  })
})
