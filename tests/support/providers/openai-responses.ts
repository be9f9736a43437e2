import { z } from 'zod'
import { readJsonMessages } from '#server/providers/kit/stream/json-messages'
import { ResponsesReader } from '#server/providers/openai-responses/stream'
import { toSseFrame, type ProviderHarness, type ScriptedAnswer, type ScriptedCall } from './provider-harness'

const INCOMPLETE_REASONS = { 'length': 'max_output_tokens', 'content-filter': 'content_filter' } as const

const bodySchema = z.looseObject({
  tools: z.array(z.looseObject({ name: z.string() })).default([]),
  input: z.array(z.looseObject({ type: z.string() })).default([]),
})
const outputSchema = z.looseObject({ type: z.literal('function_call_output'), output: z.unknown() })

function frame(event: { readonly type: string, readonly [field: string]: unknown }): string {
  return toSseFrame(event, event.type)
}

function toReasoningFrames({ text, seal }: NonNullable<ScriptedAnswer['reasoning']>): string[] {
  const item = { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text }], encrypted_content: seal }
  return [
    frame({ type: 'response.output_item.added', output_index: 0, item: { ...item, summary: [], encrypted_content: '' } }),
    frame({ type: 'response.reasoning_summary_text.delta', output_index: 0, item_id: 'rs_1', summary_index: 0, delta: text }),
    frame({ type: 'response.output_item.done', output_index: 0, item }),
  ]
}

function toTextFrames(text: readonly string[], outputIndex: number): string[] {
  const place = { output_index: outputIndex, item_id: 'msg_1', content_index: 0 }
  const item = { type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text: text.join(''), annotations: [] }] }
  return [
    frame({ type: 'response.output_item.added', output_index: outputIndex, item: { ...item, status: 'in_progress', content: [] } }),
    ...text.map(delta => frame({ type: 'response.output_text.delta', ...place, delta })),
    frame({ type: 'response.output_item.done', output_index: outputIndex, item }),
  ]
}

function toCallFrames({ id, name, fragments }: ScriptedCall, outputIndex: number): string[] {
  const item = { type: 'function_call', id: `fc_${id}`, call_id: id, name, arguments: fragments.join(''), status: 'completed' }
  const place = { output_index: outputIndex, item_id: item.id }
  return [
    frame({ type: 'response.output_item.added', output_index: outputIndex, item: { ...item, arguments: '', status: 'in_progress' } }),
    ...fragments.map(delta => frame({ type: 'response.function_call_arguments.delta', ...place, delta })),
    frame({ type: 'response.function_call_arguments.done', ...place, arguments: item.arguments }),
    frame({ type: 'response.output_item.done', output_index: outputIndex, item }),
  ]
}

function toFrames({ reasoning, text, calls, ending, usage }: ScriptedAnswer): string[] {
  const textIndex = reasoning ? 1 : 0
  const isCut = ending === 'length' || ending === 'content-filter'
  const response = {
    id: 'resp_1',
    status: isCut ? 'incomplete' : 'completed',
    incomplete_details: isCut ? { reason: INCOMPLETE_REASONS[ending] } : null,
    usage: toWireUsage(usage),
  }
  return [
    frame({ type: 'response.created', response: { id: 'resp_1', status: 'in_progress' } }),
    ...(reasoning ? toReasoningFrames(reasoning) : []),
    ...(text.length > 0 ? toTextFrames(text, textIndex) : []),
    ...calls.flatMap((call, index) => toCallFrames(call, index + textIndex + (text.length > 0 ? 1 : 0))),
    frame({ type: `response.${response.status}`, response }),
  ]
}

function toWholeBody({ text, calls, usage }: ScriptedAnswer): string {
  const output = [
    { type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text: text.join(''), annotations: [] }] },
    ...calls.map(({ id, name, fragments }) => ({ type: 'function_call', id: `fc_${id}`, call_id: id, name, arguments: fragments.join(''), status: 'completed' })),
  ]
  return JSON.stringify({ id: 'resp_1', object: 'response', status: 'completed', output, usage: toWireUsage(usage) })
}

function toWireUsage(usage: ScriptedAnswer['usage']) {
  return {
    input_tokens: usage.input,
    output_tokens: usage.output,
    input_tokens_details: { cached_tokens: usage.cachedInput },
    output_tokens_details: { reasoning_tokens: usage.reasoning },
  }
}

export const harness: ProviderHarness = {
  model: 'gpt-5.5',
  basePath: '/v1',
  toFrames,
  toWholeBody,
  namesEvents: true,
  createReader: (names, emit) => readJsonMessages(new ResponsesReader({ names, label: 'OpenAI' }, emit)),
  toErrorBody: (status, message) => JSON.stringify({ error: { message, type: 'some_error', param: null, code: `code_${status}` } }),
  toErrorFrames: message => [frame({ type: 'error', code: 'server_error', message, param: null })],
  toModelList: ids => JSON.stringify({ object: 'list', data: ids.map(id => ({ id, object: 'model', created: 1, owned_by: 'test' })) }),
  readTools: body => bodySchema.parse(body).tools.map(wire => ({ name: wire.name, wire })),
  readResults: body => bodySchema.parse(body).input.flatMap((item) => {
    const output = outputSchema.safeParse(item)
    if (!output.success) return []
    return [{ text: typeof output.data.output === 'string' ? output.data.output : JSON.stringify(output.data.output) }]
  }),
  exceptions: { 'error-flag': 'an output item has none; the text says that the call failed' },
}
