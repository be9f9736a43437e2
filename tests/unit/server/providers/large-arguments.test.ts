import { describe, expect, it } from 'vitest'
import { AnthropicReader } from '#server/providers/anthropic/stream'
import { GeminiReader } from '#server/providers/gemini/stream'
import type { Emit } from '#server/providers/kit/stream/answer-reader'
import { createToolNameMap } from '#server/providers/kit/tool-names'
import { ChatReader } from '#server/providers/openai-chat/stream'
import { OPENAI_NAME_RULE } from '#server/providers/openai-chat/openai-dialect'
import { ResponsesReader } from '#server/providers/openai-responses/stream'
import { readEvents } from '../../../support/read-events'

const context = { names: createToolNameMap(['calculate'], OPENAI_NAME_RULE), label: 'The server' }
const text = `{"expression":[${'{},'.repeat(30_000)}{}]}`
const input: unknown = JSON.parse(text)

const chatCall = (args: unknown) => ({
  choices: [
    { delta: { tool_calls: [{ index: 0, id: 'c', function: { name: 'calculate', arguments: args } }] }, finish_reason: 'tool_calls' },
  ],
})
const item = { type: 'function_call', id: 'fc', call_id: 'c', name: 'calculate', arguments: text, status: 'completed' }
const wrapper = { ...item, name: 'parallel', arguments: `{"tool_uses":[{"recipient_name":"calculate","parameters":${text}}]}` }
const completed = (output: readonly unknown[]) => ({ type: 'response.completed', response: { status: 'completed', output } })
const block = (start: object) => ({
  type: 'content_block_start', index: 0, content_block: { type: 'tool_use', id: 'c', name: 'calculate', input: {}, ...start },
})
const ending = [
  { type: 'content_block_stop', index: 0 },
  { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 1 } },
  { type: 'message_stop' },
]
const begin = {
  type: 'message_start', message: { type: 'message', role: 'assistant', content: [], usage: { input_tokens: 1, output_tokens: 1 } },
}

const chat = (emit: Emit) => new ChatReader(context, emit)
const responses = (emit: Emit) => new ResponsesReader(context, emit)
const anthropic = (emit: Emit) => new AnthropicReader(context, emit)
const gemini = (emit: Emit) => new GeminiReader(context, emit)

describe('arguments with too many list items', () => {
  it.each([
    ['OpenAI chat, as text', chat, [chatCall(text)]],
    ['OpenAI chat, as an object', chat, [chatCall(input)]],
    ['OpenAI Responses', responses, [completed([item])]],
    ['OpenAI Responses, in a wrapper', responses, [completed([wrapper])]],
    ['Anthropic, as text', anthropic, [
      begin, block({}), { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: text } }, ...ending,
    ]],
    ['Anthropic, as an object', anthropic, [begin, block({ input }), ...ending]],
    ['Gemini', gemini, [
      { candidates: [{ content: { parts: [{ functionCall: { name: 'calculate', args: input } }] }, finishReason: 'STOP' }] },
    ]],
  ])('from %s are refused, and neither the call nor the turn for replay keeps them [F002-A86]', (_vendor, createReader, events) => {
    const kept = readEvents(createReader, events).filter(({ type }) => type !== 'tool-input-delta')
    expect(kept).toMatchObject([
      { type: 'tool-call', arguments: { ok: false, error: expect.stringContaining('20,000') } },
      { type: 'finish', finishReason: 'tool-calls' },
    ])
    expect(JSON.stringify(kept).length).toBeLessThan(20_000)
  })
})
