import { describe, expect, it } from 'vitest'
import type { ModelEvent } from '#server/providers/provider'
import { createToolNameMap } from '#server/providers/kit/tool-names'
import { OPENAI_NAME_RULE } from '#server/providers/openai-chat/openai-dialect'
import { ChatReader } from '#server/providers/openai-chat/stream'
import { readEvents } from '../../../../support/read-events'

const names = createToolNameMap(['add', 'files.read'], OPENAI_NAME_RULE)

async function read(...chunks: unknown[]): Promise<ModelEvent[]> {
  const context = { names, label: 'The server' }
  return readEvents(emit => new ChatReader(context, emit), chunks)
}

const delta = (fields: object, finish: string | null = null) => ({ choices: [{ index: 0, delta: fields, finish_reason: finish }] })
const call = (index: number, name: string, text: unknown) => delta({
  tool_calls: [{ index, id: `call_${index}`, type: 'function', function: { name, arguments: text } }],
})
const end = (reason: string) => delta({}, reason)
const last = (events: readonly ModelEvent[]) => {
  const event = events.at(-1)
  if (event?.type !== 'finish') throw new Error('The stream has no finish.')
  return event
}
const callsOf = (events: readonly ModelEvent[]) => events.filter(event => event.type === 'tool-call')

describe('ChatReader', () => {
  it('streams text, and emits whole calls under their exposed names when the answer is complete [F002-A5]', async () => {
    const events = await read(
      delta({ role: 'assistant', content: 'Let me ' }), delta({ content: 'see.' }),
      call(0, 'add', '{"a":'), call(1, names.toWire('files.read'), '{"path":"x"}'),
      delta({ tool_calls: [{ index: 0, function: { arguments: '1}' } }] }), end('tool_calls'),
    )
    expect(events.filter(event => event.type === 'text-delta').map(event => event.text)).toEqual(['Let me ', 'see.'])
    expect(callsOf(events)).toMatchObject([
      { index: 0, providerCallId: 'call_0', name: 'add', arguments: { ok: true, value: { a: 1 } } },
      { index: 1, providerCallId: 'call_1', name: 'files.read', arguments: { ok: true, value: { path: 'x' } } },
    ])
    expect(events.findIndex(event => event.type === 'tool-call')).toBe(events.length - 3)
    expect(last(events)).toMatchObject({ finishReason: 'tool-calls', rawFinishReason: 'tool_calls' })
  })

  it('reads a call without arguments as an empty object, and replays it as one', async () => {
    const events = await read(call(0, 'add', ''), end('tool_calls'))
    expect(callsOf(events)[0]?.arguments).toEqual({ ok: true, value: {} })
    expect(last(events).native).toMatchObject({ content: null, tool_calls: [{ id: 'call_0', function: { arguments: '{}' } }] })
  })

  it('runs calls that end with "stop"', async () => {
    expect(last(await read(call(0, 'add', '{}'), end('stop'))).finishReason).toBe('tool-calls')
  })

  it('reads the old form of one call, and sends it back in the form of today [F002-A51]', async () => {
    const events = await read(
      delta({ role: 'assistant', content: null, function_call: { name: names.toWire('files.read'), arguments: '' } }),
      delta({ function_call: { arguments: '{"path"' } }), delta({ function_call: { arguments: ':"x"}' } }), end('function_call'),
    )
    expect(callsOf(events)).toMatchObject([{ index: 0, name: 'files.read', arguments: { ok: true, value: { path: 'x' } } }])
    expect(last(events)).toMatchObject({
      finishReason: 'tool-calls', native: { tool_calls: [{ type: 'function', function: { arguments: '{"path":"x"}' } }] },
    })
    const whole = await read({
      choices: [{ message: { content: null, function_call: { name: 'add', arguments: '{"a":1}' } }, finish_reason: 'function_call' }],
    })
    expect(callsOf(whole)).toMatchObject([{ name: 'add', arguments: { ok: true, value: { a: 1 } } }])
  })

  it('takes a call that comes in both forms for one [F002-A51]', async () => {
    const both = (text: string) => delta({
      tool_calls: [{ index: 0, id: 'a', function: { name: 'add', arguments: text } }], function_call: { name: 'add', arguments: text },
    })
    const events = await read(both('{"a":'), both('1}'), delta({ function_call: { arguments: '' } }), end('tool_calls'))
    expect(callsOf(events)).toMatchObject([{ providerCallId: 'a', arguments: { ok: true, value: { a: 1 } } }])
  })

  it.each(['length', 'model_length', 'content_filter'])('drops calls and the turn when the answer ends with %s', async (reason) => {
    const events = await read(call(0, 'add', '{"a":1}'), end(reason))
    expect(callsOf(events)).toEqual([])
    expect(last(events)).not.toHaveProperty('native')
    expect(last(events).finishReason).toBe(reason === 'content_filter' ? 'content-filter' : 'length')
  })

  it('keeps the text of arguments that do not parse, and replays them as an object', async () => {
    const events = await read(call(0, 'add', '{"a":'), end('tool_calls'))
    expect(callsOf(events)[0]?.arguments).toMatchObject({ ok: false, text: '{"a":' })
    expect(last(events).native).toMatchObject({ tool_calls: [{ function: { arguments: '{"unparsed_arguments":"{\\"a\\":"}' } }] })
  })

  it('refuses object arguments of thousands of levels, and keeps nothing that cannot be stored [F002-A84]', async () => {
    const args: unknown = JSON.parse('{"a":'.repeat(50_000) + '1' + '}'.repeat(50_000))
    const events = await read(call(0, 'add', args), end('tool_calls'))
    expect(callsOf(events)[0]?.arguments).toMatchObject({ ok: false, text: expect.stringContaining('nested too deeply') })
    expect(() => JSON.stringify(events)).not.toThrow()
  })

  it('shows reasoning once and keeps every field of it for the same server', async () => {
    const detail = (text: string) => ({ type: 'reasoning.text', index: 0, text })
    const events = await read(
      delta({ reasoning: 'Hm', reasoning_content: 'Hm', reasoning_details: [detail('Hm')] }),
      delta({ reasoning: ', so', reasoning_content: ', so', reasoning_details: [detail(', so')] }),
      delta({ content: 'Yes.' }), end('stop'),
    )
    expect(events.filter(event => event.type === 'reasoning-delta').map(event => event.text).join('')).toBe('Hm, so')
    expect(last(events).native).toEqual({
      role: 'assistant', content: 'Yes.', reasoning: 'Hm, so', reasoning_content: 'Hm, so', reasoning_details: [detail('Hm, so')],
    })
  })

  it.each(['reasoning', 'reasoning_content'])('shows reasoning that stands in %s alone', async (field) => {
    expect((await read(delta({ [field]: 'Hm' }), end('stop')))[0]).toEqual({ type: 'reasoning-delta', text: 'Hm' })
  })

  it.each(['tool_calls', 'function_call'])('takes %s without a call for an ordinary end', async (reason) => {
    expect(last(await read(delta({ content: 'a' }), end(reason)))).toMatchObject({ finishReason: 'stop', rawFinishReason: reason })
  })

  it('reads text and thoughts out of a list, and sends the thoughts to nobody', async () => {
    const thinking = (text: string) => ({ content: [{ type: 'thinking', thinking: [{ type: 'text', text }], closed: true }] })
    const events = await read(
      delta(thinking('Hm')),
      delta({ content: [{ type: 'reference', reference_ids: [1] }, { type: 'text', text: 'Ye' }] }),
      delta({ content: 's.' }),
      end('stop'),
    )
    expect(events).toMatchObject([
      { type: 'reasoning-delta', text: 'Hm' }, { type: 'text-delta', text: 'Ye' }, { type: 'text-delta', text: 's.' }, {},
    ])
    expect(last(events).native).toEqual({ role: 'assistant', content: 'Yes.' })
  })

  it('takes usage from a chunk of its own, from every chunk, or from the choice', async () => {
    const usage = {
      prompt_tokens: 10,
      completion_tokens: 4,
      prompt_tokens_details: { cached_tokens: 6 },
      completion_tokens_details: { reasoning_tokens: 9 },
    }
    const expected = { inputTokens: 10, outputTokens: 4, cachedInputTokens: 6, cacheWriteTokens: 0, reasoningTokens: 4 }
    const running = { ...usage, completion_tokens: 1 }
    expect(last(await read(delta({ content: 'a' }), end('stop'), { choices: [], usage })).usage).toEqual(expected)
    expect(last(await read({ ...delta({ content: 'a' }), usage: running }, { ...end('stop'), usage })).usage).toEqual(expected)
    expect(last(await read({ choices: [{ delta: { content: 'a' }, finish_reason: 'stop', usage }] })).usage).toEqual(expected)
    expect(last(await read({ ...delta({ content: 'a' }), usage }, end('stop'))).usage).toEqual(expected)
    expect(last(await read({ ...end('stop'), usage: { prompt_tokens: 'many' } })).usage).toMatchObject({ inputTokens: 0 })
  })

  it('lives with chunks that lack choices or a delta, with empty reasons and with roles that are empty', async () => {
    const events = await read(
      { choices: [], prompt_filter_results: [] }, { choices: [{ index: 0, finish_reason: '' }] },
      delta({ role: '', content: 'Hi', tool_calls: [] }, ''), end('stop'),
    )
    expect(events).toMatchObject([{ type: 'text-delta', text: 'Hi' }, { type: 'finish', finishReason: 'stop' }])
  })

  it('reports a refusal as one, with its words', async () => {
    const events = await read(delta({ refusal: 'I cannot.' }), end('stop'))
    expect(events).toMatchObject([
      { type: 'text-delta', text: 'I cannot.' }, { type: 'finish', finishReason: 'content-filter', rawFinishReason: 'stop' },
    ])
  })

  it('keeps an unknown ending in the vendor\'s words', async () => {
    expect(last(await read(delta({ content: 'a' }), end('tired')))).toMatchObject({ finishReason: 'other', rawFinishReason: 'tired' })
  })

  it('refuses a stream that ends without saying why', async () => {
    await expect(read(delta({ content: 'a' }))).rejects.toMatchObject({ code: 'provider-protocol' })
  })

  it.each([
    ['beside the choices', { choices: [], error: { message: 'overloaded', code: 503 } }, 'provider-unavailable'],
    [
      'inside the choice',
      { choices: [{ delta: {}, finish_reason: 'error', error: { message: 'slow down', code: 429 } }] },
      'provider-rate-limited',
    ],
    ['as an ending alone', end('error'), 'provider-unavailable'],
    [
      'without a wrapper',
      { object: 'error', message: 'The model is loading.', type: 'ServiceUnavailableError', code: 503 },
      'provider-unavailable',
    ],
    ['with its status as text', { error: { message: 'Slow down.', type: 'None', code: '429' } }, 'provider-rate-limited'],
    ['as a plain string', { error: 'model runner has crashed' }, 'provider-unavailable'],
  ])('throws an error that comes %s', async (_place, chunk, code) => {
    await expect(read(delta({ content: 'a' }), chunk)).rejects.toMatchObject({ code })
  })

  it('refuses chunks of another shape, and calls without a name', async () => {
    await expect(read({ choices: 'none' })).rejects.toMatchObject({ code: 'provider-protocol' })
    await expect(read(delta({
      tool_calls: [{ index: 0, function: { arguments: '{}' } }],
    }), end('tool_calls'))).rejects.toMatchObject({ code: 'provider-protocol' })
  })
})
