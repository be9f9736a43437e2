import { describe, expect, it } from 'vitest'
import type { ContentBlock } from '#shared/content'
import type { Message, ToolCallPart } from '#shared/message'
import { toWireRequest } from '#server/providers/openai-chat/request'

const origin = { adapter: 'openai-chat', endpoint: 'http://127.0.0.1:11434/v1', model: 'qwen3' }
const user: Message = { role: 'user', content: [{ type: 'text', text: 'Add.' }] }

const call = (callId: string, providerCallId?: string): ToolCallPart => ({
  type: 'tool-call', callId, providerCallId, name: 'files.read', arguments: { ok: true, value: { a: 1 } },
})
const turn = (calls: readonly ToolCallPart[], native?: unknown, from: Partial<typeof origin> = {}): Message => (
  { role: 'assistant', parts: [{ type: 'reasoning', text: 'Hm' }, ...calls], origin: { ...origin, ...from }, native }
)
const results = (...answers: (readonly [callId: string, ...content: ContentBlock[]])[]): Message => ({
  role: 'tool',
  results: answers.map(([callId, ...content]) => ({ callId, name: 'files.read', outcome: { status: 'ok', content, durationMs: 1 } })),
})
const text = (value: string): ContentBlock => ({ type: 'text', text: value })
const wireCall = (id: string | undefined, extra = {}) => ({
  ...extra, ...(id && { id }), type: 'function', function: { name: 'files_read', arguments: '{"a": 1}' },
})
const messagesOf = (...messages: Message[]) => toWireRequest({ model: origin.model, messages, tools: [] }, origin).wire.messages

describe('toWireRequest of openai-chat', () => {
  it('uses the words every compatible server knows', () => {
    const tools = [
      { name: 'files.read', description: '', inputSchema: { type: 'object', properties: { tags: { type: 'array' } } }, annotations: {} },
    ]
    const { wire } = toWireRequest({ model: 'qwen3', system: 'Be brief.', messages: [user], tools, maxOutputTokens: 50 }, origin)
    expect(wire).toEqual({
      model: 'qwen3',
      messages: [{ role: 'system', content: 'Be brief.' }, { role: 'user', content: 'Add.' }],
      stream: true,
      stream_options: { include_usage: true },
      max_tokens: 50,
      tools: [
        {
          type: 'function',
          function: { name: 'files_read', parameters: { type: 'object', properties: { tags: { type: 'array', items: {} } } } },
        },
      ],
      tool_choice: 'auto',
    })
  })

  it('replays a turn to its origin with all the server put into it, and rebuilds it for any other [F002-A11]', () => {
    const native = {
      role: 'assistant', content: null, reasoning_content: 'Hm', tool_calls: [wireCall('call_v', { extra_content: { signature: 's' } })],
    }
    const answered = results(['ours', text('3')])
    expect(messagesOf(turn([call('ours', 'call_v')], native), answered)).toEqual([
      native, { role: 'tool', tool_call_id: 'call_v', content: '3' },
    ])
    expect(messagesOf(turn([call('ours', 'call_v')], native, { endpoint: 'http://other/v1' }), answered)).toEqual([
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'ours', type: 'function', function: { name: 'files_read', arguments: '{"a":1}' } }],
      },
      { role: 'tool', tool_call_id: 'ours', content: '3' },
    ])
  })

  it('gives each replayed call an id of its own where the server sent none, or one for all', () => {
    const native = { role: 'assistant', content: null, tool_calls: [wireCall('same'), wireCall('same'), wireCall(undefined)] }
    const answered = results(['a', text('1')], ['b', text('2')], ['c', text('3')])
    expect(messagesOf(turn([call('a', 'same'), call('b', 'same'), call('c')], native), answered)).toMatchObject([
      { tool_calls: [{ id: 'same' }, { id: 'b' }, { id: 'c' }] }, { tool_call_id: 'same' }, { tool_call_id: 'b' }, { tool_call_id: 'c' },
    ])
  })

  it('sends pictures of results in a user message after the whole group, and says so', () => {
    const messages = [
      turn([call('a'), call('b')]), results(['a', { type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' }], ['b', text('2')]),
    ]
    const { wire, warnings } = toWireRequest({ model: origin.model, messages, tools: [] }, origin)
    expect(wire.messages.slice(1)).toEqual([
      { role: 'tool', tool_call_id: 'a', content: '[image, image/png]' },
      { role: 'tool', tool_call_id: 'b', content: '2' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Image returned by files.read:' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } },
        ],
      },
    ])
    expect(warnings.filter(({ tool }) => tool)).toMatchObject([{ tool: 'files.read', keyword: 'image', action: 'rewritten' }])
  })

  it('answers a call that has no result, and drops a result that has no call', () => {
    expect(messagesOf(turn([call('a')]), user)).toMatchObject([
      { role: 'assistant' }, { role: 'tool', tool_call_id: 'a' }, { role: 'user' },
    ])
    expect(messagesOf(user, results(['gone', text('3')]))).toHaveLength(1)
  })

  it('leaves out a foreign turn that held nothing but reasoning', () => {
    expect(messagesOf(turn([]), user)).toEqual([{ role: 'user', content: 'Add.' }])
  })

  it('sends attachments as parts, and a note in the place of what cannot go', () => {
    const resource = { uri: 'file:///a/data.zip', mimeType: 'application/zip', blob: 'AAAA' }
    const content: Message = { role: 'user', content: [
      { type: 'text', text: 'See.' }, { type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' },
      { type: 'audio', data: 'AAAA', mimeType: 'audio/mpeg' }, { type: 'resource', resource },
    ] }
    const { wire, warnings } = toWireRequest({ model: origin.model, messages: [content], tools: [] }, origin)
    expect(wire.messages[0]?.content).toMatchObject([
      { type: 'text' }, { type: 'image_url' }, { type: 'input_audio', input_audio: { format: 'mp3' } }, {
        type: 'text', text: expect.stringContaining('data.zip'),
      },
    ])
    expect(warnings).toMatchObject([{ path: '/messages/0/content/3', keyword: 'file', action: 'replaced-by-text' }])
  })

  it.each([
    ['http://127.0.0.1:11434/v1', 'qwen3', { reasoning_effort: 'high' }, 'reasoningEffort'],
    ['https://generativelanguage.googleapis.com/v1beta/openai', 'gemini-3-pro', { reasoning_effort: 'high' }, 'reasoningEffort'],
    ['https://api.mistral.ai/v1', 'magistral-medium', { reasoning_effort: undefined }, 'reasoningEffort'],
    ['https://api.openai.com/v1', 'gpt-5-codex', { reasoning_effort: 'high' }, 'reasoningEffort'],
    [
      'https://api.openai.com/v1',
      'o3',
      { parallel_tool_calls: undefined, reasoning_effort: 'high', max_completion_tokens: 50 },
      'parallelToolCalls',
    ],
  ])('sends %s for %s no setting that it refuses, and says so', (endpoint, model, expected, keyword) => {
    const tools = [{ name: 'add', description: '', inputSchema: { type: 'object' }, annotations: {} }]
    const { wire, warnings } = toWireRequest({
      model, messages: [user], tools, reasoningEffort: 'xhigh', parallelToolCalls: false, maxOutputTokens: 50,
    }, {
      ...origin, endpoint, model,
    })
    expect(Object.fromEntries(Object.keys(expected).map(field => [field, Reflect.get(wire, field)]))).toEqual(expected)
    expect(warnings.map(warning => warning.keyword)).toContain(keyword)
  })
})
