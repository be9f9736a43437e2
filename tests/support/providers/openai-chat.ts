import { z } from 'zod'
import { readJsonMessages } from '#server/providers/kit/stream/json-messages'
import { ChatReader } from '#server/providers/openai-chat/stream'
import { toSseFrame, type ProviderHarness, type ScriptedAnswer } from './provider-harness'

const FINISH_REASONS = { 'stop': 'stop', 'tool-calls': 'tool_calls', 'length': 'length', 'content-filter': 'content_filter' } as const

const bodySchema = z.looseObject({
  tools: z.array(z.looseObject({ function: z.looseObject({ name: z.string() }) })).default([]),
  messages: z.array(z.looseObject({ role: z.string(), content: z.unknown() })).default([]),
})

function chunk(delta: object, finishReason: string | null = null): string {
  return toSseFrame({ id: 'chatcmpl_1', object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finishReason }] })
}

function toFrames({ reasoning, text, calls, ending, usage }: ScriptedAnswer): string[] {
  return [
    chunk({ role: 'assistant', content: '' }),
    ...(reasoning ? [chunk({ reasoning_content: reasoning.text }), chunk({ reasoning_details: [{ type: 'reasoning.encrypted', data: reasoning.seal, index: 0 }] })] : []),
    ...text.map(piece => chunk({ content: piece })),
    ...calls.flatMap(({ id, name, fragments }, index) => [
      chunk({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] }),
      ...fragments.map(piece => chunk({ tool_calls: [{ index, function: { arguments: piece } }] })),
    ]),
    chunk({}, FINISH_REASONS[ending]),
    toSseFrame({ id: 'chatcmpl_1', object: 'chat.completion.chunk', choices: [], usage: toWireUsage(usage) }),
    'data: [DONE]\n\n',
  ]
}

function toWholeBody({ text, calls, ending, usage }: ScriptedAnswer): string {
  const toolCalls = calls.map(({ id, name, fragments }) => ({ id, type: 'function', function: { name, arguments: fragments.join('') } }))
  const message = { role: 'assistant', content: text.join(''), ...(toolCalls.length > 0 && { tool_calls: toolCalls }) }
  return JSON.stringify({ id: 'chatcmpl_1', object: 'chat.completion', choices: [{ index: 0, message, finish_reason: FINISH_REASONS[ending] }], usage: toWireUsage(usage) })
}

function toWireUsage(usage: ScriptedAnswer['usage']) {
  return {
    prompt_tokens: usage.input,
    completion_tokens: usage.output,
    total_tokens: usage.input + usage.output,
    prompt_tokens_details: { cached_tokens: usage.cachedInput },
    completion_tokens_details: { reasoning_tokens: usage.reasoning },
  }
}

export const harness: ProviderHarness = {
  model: 'qwen3-32b',
  basePath: '/v1',
  toFrames,
  toWholeBody,
  createReader: (names, emit) => readJsonMessages(new ChatReader({ names, label: 'OpenAI-compatible' }, emit)),
  toErrorBody: (status, message) => JSON.stringify({ error: { message, type: 'some_error', param: null, code: `code_${status}` } }),
  toErrorFrames: message => [toSseFrame({ error: { message, type: 'server_error', code: 'server_error' } })],
  toModelList: ids => JSON.stringify({ object: 'list', data: ids.map(id => ({ id, object: 'model', created: 1, owned_by: 'test' })) }),
  readTools: body => bodySchema.parse(body).tools.map(wire => ({ name: wire.function.name, wire })),
  readResults: body => bodySchema.parse(body).messages.filter(({ role }) => role === 'tool').map(({ content }) => ({ text: String(content) })),
  exceptions: { 'error-flag': 'a tool message has none; the text says that it failed' },
}
