import { z } from 'zod'
import { AnthropicReader } from '#server/providers/anthropic/stream'
import { readJsonMessages } from '#server/providers/kit/stream/json-messages'
import { toSseFrame, type ProviderHarness, type ScriptedAnswer } from './provider-harness'

const STOP_REASONS = { 'stop': 'end_turn', 'tool-calls': 'tool_use', 'length': 'max_tokens', 'content-filter': 'refusal' } as const

const bodySchema = z.looseObject({
  tools: z.array(z.looseObject({ name: z.string() })).default([]),
  messages: z.array(z.looseObject({ content: z.array(z.looseObject({ type: z.string() })) })).default([]),
})
const resultSchema = z.looseObject({ type: z.literal('tool_result'), content: z.union([z.string(), z.array(z.unknown())]), is_error: z.boolean().optional() })

function frame(event: { readonly type: string, readonly [field: string]: unknown }): string {
  return toSseFrame(event, event.type)
}

function toFrames({ reasoning, text, calls, ending, usage }: ScriptedAnswer): string[] {
  const blocks = [
    ...(reasoning
      ? [{
          start: { type: 'thinking', thinking: '', signature: '' },
          deltas: [{ type: 'thinking_delta', thinking: reasoning.text }, { type: 'signature_delta', signature: reasoning.seal }],
        }]
      : []),
    ...(text.length > 0 ? [{ start: { type: 'text', text: '' }, deltas: text.map(piece => ({ type: 'text_delta', text: piece })) }] : []),
    ...calls.map(call => ({
      start: { type: 'tool_use', id: call.id, name: call.name, input: {}, caller: { type: 'direct' } },
      deltas: call.fragments.map(piece => ({ type: 'input_json_delta', partial_json: piece })),
    })),
  ]
  return [
    frame({ type: 'message_start', message: { id: 'msg_1', type: 'message', role: 'assistant', content: [], stop_reason: null, usage: { ...countInput(usage), output_tokens: 1 } } }),
    frame({ type: 'ping' }),
    ...blocks.flatMap(({ start, deltas }, index) => [
      frame({ type: 'content_block_start', index, content_block: start }),
      ...deltas.map(delta => frame({ type: 'content_block_delta', index, delta })),
      frame({ type: 'content_block_stop', index }),
    ]),
    frame({
      type: 'message_delta',
      delta: { stop_reason: STOP_REASONS[ending], stop_sequence: null },
      usage: { input_tokens: null, output_tokens: usage.output, output_tokens_details: { thinking_tokens: usage.reasoning } },
    }),
    frame({ type: 'message_stop' }),
  ]
}

function toWholeBody({ text, calls, ending, usage }: ScriptedAnswer): string {
  const content = [
    { type: 'text', text: text.join('') },
    ...calls.map(({ id, name, fragments }) => ({ type: 'tool_use', id, name, input: JSON.parse(fragments.join('') || '{}') as unknown })),
  ]
  return JSON.stringify({
    id: 'msg_1', type: 'message', role: 'assistant', content, stop_reason: STOP_REASONS[ending],
    usage: { ...countInput(usage), output_tokens: usage.output, output_tokens_details: { thinking_tokens: usage.reasoning } },
  })
}

function countInput(usage: ScriptedAnswer['usage']) {
  return { input_tokens: usage.input - usage.cachedInput, cache_read_input_tokens: usage.cachedInput, cache_creation_input_tokens: 0 }
}

export const harness: ProviderHarness = {
  model: 'claude-opus-5',
  basePath: '',
  toFrames,
  toWholeBody,
  namesEvents: true,
  createReader: (names, emit) => readJsonMessages(new AnthropicReader({ names, label: 'Anthropic' }, emit)),
  toErrorBody: (status, message) => JSON.stringify({ type: 'error', error: { type: 'some_error', message }, request_id: `req_${status}` }),
  toErrorFrames: message => [toSseFrame({ type: 'error', error: { type: 'overloaded_error', message } }, 'error')],
  toModelList: ids => JSON.stringify({ data: ids.map(id => ({ type: 'model', id, display_name: id, created_at: '2026-01-01T00:00:00Z' })), has_more: false }),
  readTools: body => bodySchema.parse(body).tools.map(wire => ({ name: wire.name, wire })),
  readResults: body => bodySchema.parse(body).messages.flatMap(({ content }) => content).flatMap((block) => {
    const result = resultSchema.safeParse(block)
    if (!result.success) return []
    const { content, is_error: isError = false } = result.data
    return [{ text: typeof content === 'string' ? content : JSON.stringify(content), isError }]
  }),
  exceptions: {},
}
