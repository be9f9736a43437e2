import { describe, expect, it } from 'vitest'
import { createToolNameMap } from '#server/providers/kit/tool-names'
import { AnthropicReader } from '#server/providers/anthropic/stream'
import { ANTHROPIC_NAME_RULE } from '#server/providers/anthropic/anthropic-dialect'
import { readEvents } from '../../../../support/read-events'

const names = createToolNameMap(['files.read'], ANTHROPIC_NAME_RULE)
const start = {
  type: 'message_start',
  message: { usage: { input_tokens: 3, cache_read_input_tokens: 4, cache_creation_input_tokens: 5, output_tokens: 1 } },
}
const end = (stopReason: string, usage: object = { output_tokens: 9 }) => [
  { type: 'message_delta', delta: { stop_reason: stopReason }, usage }, { type: 'message_stop' },
]
const block = (index: number, contentBlock: object, ...deltas: object[]) => [
  { type: 'content_block_start', index, content_block: contentBlock },
  ...deltas.map(delta => ({ type: 'content_block_delta', index, delta })),
  { type: 'content_block_stop', index },
]
const toolUse = (id: string, input: object = {}) => ({ type: 'tool_use', id, name: 'files_read', input, caller: { type: 'direct' } })
const json = (text: string) => ({ type: 'input_json_delta', partial_json: text })

async function read(...events: readonly unknown[]) {
  const seen = readEvents(emit => new AnthropicReader({ names, label: 'Anthropic' }, emit), events)
  const finish = seen.find(event => event.type === 'finish')
  return { seen, finish, calls: seen.filter(event => event.type === 'tool-call') }
}

describe('AnthropicReader', () => {
  it('keeps thinking as it came, signature included, and shows its text', async () => {
    const { seen, finish } = await read(
      start,
      ...block(0, { type: 'thinking', thinking: '', signature: '' }, { type: 'thinking_delta', thinking: 'Hm' }, {
        type: 'thinking_delta', thinking: 'm.',
      }, {
        type: 'signature_delta', signature: 'c2ln',
      }),
      ...block(1, { type: 'redacted_thinking', data: 'eHg=' }),
      ...block(2, { type: 'text', text: '' }, { type: 'text_delta', text: '\n' }),
      ...block(3, toolUse('t1'), json('{"a":'), json('1}')),
      ...end('tool_use'),
    )
    expect(seen.filter(event => event.type === 'reasoning-delta').map(event => event.text)).toEqual(['Hm', 'm.'])
    expect(finish?.native).toEqual({ content: [
      { type: 'thinking', thinking: 'Hmm.', signature: 'c2ln' },
      { type: 'redacted_thinking', data: 'eHg=' },
      { type: 'tool_use', id: 't1', name: 'files_read', input: { a: 1 }, caller: { type: 'direct' } },
    ] })
  })

  it('shows thinking that comes whole with the start', async () => {
    const { seen, finish } = await read(start, ...block(0, { type: 'thinking', thinking: 'Hmm.', signature: 's' }), ...end('end_turn'))
    expect(seen[0]).toEqual({ type: 'reasoning-delta', text: 'Hmm.' })
    expect(finish?.native).toEqual({ content: [{ type: 'thinking', thinking: 'Hmm.', signature: 's' }] })
  })

  it('keeps a thinking block whose text was withheld', async () => {
    const { finish } = await read(
      start,
      ...block(0, { type: 'thinking', thinking: '', signature: '' }, { type: 'signature_delta', signature: 's' }),
      ...end('end_turn'),
    )
    expect(finish?.native).toEqual({ content: [{ type: 'thinking', thinking: '', signature: 's' }] })
  })

  it('tells blocks apart by index when their pieces interleave', async () => {
    const [a, a1] = block(0, toolUse('t1'), json('{"n":1}'))
    const [b, b1] = block(1, toolUse('t2'), json('{"n":2}'))
    const { calls } = await read(start, a, b, b1, a1, ...end('tool_use'))
    expect(calls).toMatchObject([
      { index: 0, providerCallId: 't1', name: 'files.read', arguments: { value: { n: 1 } } },
      { index: 1, providerCallId: 't2', arguments: { value: { n: 2 } } },
    ])
  })

  it('replays blocks by index, in whatever order they began', async () => {
    const { finish } = await read(
      start, ...block(1, toolUse('t1'), json('{}')), ...block(0, { type: 'text', text: 'Look:' }), ...end('tool_use'),
    )
    expect(finish?.native).toMatchObject({ content: [{ type: 'text' }, { type: 'tool_use' }] })
  })

  it.each([
    ['after its end', block],
    ['without an end between', (...given: Parameters<typeof block>) => block(...given).slice(0, -1)],
  ])('reads an index that begins another block %s as two blocks, in the order in which they came [F002-A51]', async (_when, open) => {
    const { seen, calls, finish } = await read(
      start, ...open(0, { type: 'text', text: '' }, { type: 'text_delta', text: 'Look:' }),
      ...open(1, toolUse('t1'), json('{"n":1}')), ...open(0, toolUse('t2'), json('{"n":2}')), ...open(0, toolUse('t3')), ...end('tool_use'),
    )
    expect(seen.filter(event => event.type === 'tool-input-delta')).toMatchObject([
      { index: 0 }, { index: 0, text: '{"n":1}' }, { index: 1 }, { index: 1, text: '{"n":2}' }, { index: 2 },
    ])
    expect(calls).toMatchObject([
      { index: 0, providerCallId: 't1', arguments: { value: { n: 1 } } },
      { index: 1, providerCallId: 't2', arguments: { value: { n: 2 } } },
      { index: 2, providerCallId: 't3', arguments: { value: {} } },
    ])
    expect(finish?.native).toMatchObject({ content: [{ type: 'text', text: 'Look:' }, { id: 't1' }, { id: 't2' }, { id: 't3' }] })
  })

  it('takes the beginning of a call that is told twice for one call [F002-A51]', async () => {
    const [begin, piece, stop] = block(0, toolUse('t1'), json('{"n":1}'))
    const { calls, seen } = await read(start, begin, begin, piece, stop, ...end('tool_use'))
    expect(calls).toMatchObject([{ index: 0, providerCallId: 't1', arguments: { value: { n: 1 } } }])
    expect(seen.filter(event => event.type === 'tool-input-delta')).toHaveLength(2)
    expect((await read(start, ...block(0, toolUse('')), ...block(0, toolUse('')), ...end('tool_use'))).calls).toHaveLength(2)
  })

  it('keeps the reason, its explanation and the usage when a later event is silent about them', async () => {
    const refusal = {
      type: 'message_delta',
      delta: { stop_reason: 'refusal', stop_details: { explanation: 'It asks for a weapon.' } },
      usage: { output_tokens: 9 },
    }
    const { finish } = await read(start, refusal, { type: 'message_delta', delta: {}, usage: null }, { type: 'message_stop' })
    expect(finish).toMatchObject({ finishReason: 'content-filter', explanation: 'It asks for a weapon.', usage: { outputTokens: 9 } })
  })

  it('is over with its last event, and not before', async () => {
    expect(
      (await read(start, ...end('end_turn'), { type: 'error', error: { type: 'api_error', message: 'late' } })).finish,
    ).toMatchObject({ finishReason: 'stop' })
    await expect(read(start, ...end('end_turn').slice(0, 1))).rejects.toMatchObject({ code: 'provider-protocol' })
  })

  it.each([['end_turn', 'stop'], ['stop_sequence', 'stop'], ['tool_use', 'stop'], ['max_tokens', 'length'], [
    'model_context_window_exceeded', 'length',
  ], [
    'refusal', 'content-filter',
  ], ['pause_turn', 'continue'], ['compaction', 'other']])('reads %s as %s', async (reason, finishReason) => {
    expect((await read(start, ...end(reason))).finish).toMatchObject({ finishReason, rawFinishReason: reason })
  })

  it('takes a blank id for none, and a call without a name for a fault', async () => {
    expect((await read(start, ...block(0, toolUse('')), ...end('tool_use'))).calls[0]).not.toHaveProperty('providerCallId')
    await expect(read(
      start, ...block(0, { ...toolUse('t1'), name: '' }), ...end('tool_use'),
    )).rejects.toMatchObject({ code: 'provider-protocol' })
  })

  it('shows text that begins with the start, and sends all of it back', async () => {
    const { seen, finish } = await read(
      start, ...block(0, { type: 'text', text: 'Good ' }, { type: 'text_delta', text: 'day.' }), ...end('end_turn'),
    )
    expect(seen.slice(0, 2)).toEqual([{ type: 'text-delta', text: 'Good ' }, { type: 'text-delta', text: 'day.' }])
    expect(finish?.native).toEqual({ content: [{ type: 'text', text: 'Good day.' }] })
  })

  it('takes input that comes whole with the start', async () => {
    const { calls } = await read(start, ...block(0, toolUse('t1', { path: 'a' })), ...end('tool_use'))
    expect(calls).toMatchObject([{ arguments: { ok: true, value: { path: 'a' } } }])
    const blank = await read(start, ...block(0, toolUse('t1', { path: 'a' }), json(' ')), ...end('tool_use'))
    expect(blank.calls).toMatchObject([{ arguments: { ok: true, value: { path: 'a' } } }])
  })

  it('drops the last call at the limit even when it parses, and keeps the one before', async () => {
    const { calls, finish } = await read(
      start, ...block(0, toolUse('t1'), json('{}')), ...block(1, toolUse('t2'), json('{}')), ...end('max_tokens'),
    )
    expect(calls).toMatchObject([{ providerCallId: 't1' }])
    expect(finish).toMatchObject({ finishReason: 'length', rawFinishReason: 'max_tokens' })
  })

  it('keeps the signed thinking before the calls that run when the last one was cut off', async () => {
    const thought = block(0, { type: 'thinking', thinking: '', signature: '' }, { type: 'signature_delta', signature: 's' })
    const { finish } = await read(
      start, ...thought, ...block(1, toolUse('t1'), json('{}')), ...block(2, toolUse('t2'), json('{"a":')), ...end('max_tokens'),
    )
    expect(finish?.native).toEqual({ content: [{ type: 'thinking', thinking: '', signature: 's' }, toolUse('t1')] })
  })

  it.each([
    ['a call', toolUse('t1'), undefined],
    ['thinking without its signature', { type: 'thinking', thinking: 'Hm', signature: '' }, undefined],
    ['a text', { type: 'text', text: 'Half a sen' }, { content: [{ type: 'text', text: 'Half a sen' }] }],
  ])('keeps of what the limit cut off only text: %s', async (_what, cut, native) => {
    const { finish } = await read(start, ...block(0, cut), ...end('model_context_window_exceeded'))
    expect(finish).toMatchObject({ finishReason: 'length', explanation: expect.stringContaining('context window') })
    expect(finish?.type === 'finish' && finish.native).toEqual(native)
  })

  it('says why an answer was refused, in the vendor\'s words', async () => {
    const refusal = {
      type: 'message_delta',
      delta: { stop_reason: 'refusal', stop_details: { category: 'cyber', explanation: 'It asks for a weapon.' } },
      usage: null,
    }
    const { finish } = await read(start, refusal, { type: 'message_stop' })
    expect(finish).toMatchObject({ finishReason: 'content-filter', explanation: 'It asks for a weapon.' })
  })

  it('runs nothing of a refused answer', async () => {
    const { calls, finish } = await read(start, ...block(0, toolUse('t1'), json('{}')), ...end('refusal'))
    expect(calls).toEqual([])
    expect(finish?.finishReason).toBe('content-filter')
  })

  it('leaves the tools of the vendor to the vendor', async () => {
    const { calls, seen, finish } = await read(
      start,
      ...block(0, { type: 'server_tool_use', id: 's1', name: 'web_search', input: {} }, json('{"q":"x"}')),
      ...end('pause_turn'),
    )
    expect(calls).toEqual([])
    expect(seen.some(event => event.type === 'tool-input-delta')).toBe(false)
    expect(finish).toMatchObject({ finishReason: 'continue', native: { content: [{ type: 'server_tool_use', input: { q: 'x' } }] } })
  })

  it('passes over kinds that came later, and does not replay what it could not read', async () => {
    const { finish } = await read(
      start,
      { type: 'weather_report' },
      ...block(0, { type: 'text', text: '' }, { type: 'text_delta', text: 'Hi' }, { type: 'glow_delta' }),
      ...end('brand_new'),
    )
    expect(finish).toMatchObject({ finishReason: 'other', rawFinishReason: 'brand_new' })
    expect(finish).not.toHaveProperty('native')
  })

  it('counts cached tokens into the input, and lets later counts replace earlier ones', async () => {
    const { finish } = await read(
      start, ...end('end_turn', { input_tokens: null, output_tokens: 9, output_tokens_details: { thinking_tokens: 2 } }),
    )
    expect(finish?.usage).toEqual({ inputTokens: 12, outputTokens: 9, cachedInputTokens: 4, cacheWriteTokens: 5, reasoningTokens: 2 })
  })

  it('joins long arguments', async () => {
    const text = JSON.stringify({ text: 'x'.repeat(64 * 1024) })
    const { calls } = await read(start, ...block(0, toolUse('t1'), ...text.match(/.{1,8}/g)!.map(json)), ...end('tool_use'))
    expect(calls).toMatchObject([{ arguments: { ok: true, value: JSON.parse(text) } }])
  })

  it('refuses a known event that does not look like itself', async () => {
    await expect(read(start, { type: 'content_block_delta', index: 'first' })).rejects.toMatchObject({ code: 'provider-protocol' })
  })

  it('maps an error that a proxy sends as an ordinary event', async () => {
    await expect(read(start, { type: 'error', error: { type: 'overloaded_error', message: 'Busy' } })).rejects.toMatchObject({
      code: 'provider-unavailable', retryable: true,
    })
  })
})
