import { describe, expect, it } from 'vitest'
import type { ModelEvent } from '#server/providers/provider'
import { createToolNameMap } from '#server/providers/kit/tool-names'
import { OPENAI_NAME_RULE } from '#server/providers/openai-chat/openai-dialect'
import { ResponsesReader } from '#server/providers/openai-responses/stream'
import { readEvents } from '../../../../support/read-events'

const names = createToolNameMap(['add', 'files.read'], OPENAI_NAME_RULE)

async function read(...events: unknown[]): Promise<ModelEvent[]> {
  return readEvents(emit => new ResponsesReader({ names, label: 'OpenAI' }, emit), events)
}

const usage = {
  input_tokens: 9, output_tokens: 5, input_tokens_details: { cached_tokens: 4 }, output_tokens_details: { reasoning_tokens: 2 },
}
const completed = (fields: object = {}) => ({ type: 'response.completed', response: { status: 'completed', output: [], usage, ...fields } })
const text = (delta: string) => ({ type: 'response.output_text.delta', output_index: 0, delta })
const reasoning = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'sealed' }
const item = (index: number, name: string, args: string) => ({
  type: 'function_call', id: `fc_${index}`, call_id: `call_${index}`, name, arguments: args, status: 'completed',
})
const added = (output_index: number, whole: object) => ({ type: 'response.output_item.added', output_index, item: whole })
const done = (output_index: number, whole: object) => ({ type: 'response.output_item.done', output_index, item: whole })
const args = (output_index: number, delta: string) => ({
  type: 'response.function_call_arguments.delta', output_index, item_id: 'fc', delta,
})
const callsOf = (events: readonly ModelEvent[]) => events.filter(event => event.type === 'tool-call')

describe('ResponsesReader', () => {
  it('keeps parallel calls apart by their place in the output, and replays all items in order [F002-A5]', async () => {
    const first = item(1, 'add', '{"a":1}')
    const second = item(2, names.toWire('files.read'), '{"path":"x"}')
    const events = await read(
      { type: 'response.created', response: {} }, done(0, reasoning),
      added(1, { ...first, arguments: '' }), added(2, { ...second, arguments: '' }),
      args(2, '{"path"'), args(1, '{"a":1}'), args(2, ':"x"}'), done(2, second), done(1, first), completed(),
    )
    expect(events.filter(event => event.type === 'tool-input-delta')).toMatchObject([
      { index: 0, name: 'add', text: '' }, { index: 1, name: 'files.read', text: '' },
      { index: 1, text: '{"path"' }, { index: 0, text: '{"a":1}' }, { index: 1, text: ':"x"}' },
    ])
    expect(callsOf(events)).toMatchObject([
      { index: 0, providerCallId: 'call_1', name: 'add', arguments: { ok: true, value: { a: 1 } }, raw: first },
      { index: 1, providerCallId: 'call_2', name: 'files.read', arguments: { ok: true, value: { path: 'x' } }, raw: second },
    ])
    expect(events.at(-1)).toEqual({
      type: 'finish', finishReason: 'tool-calls', rawFinishReason: 'completed', native: [reasoning, first, second],
      usage: { inputTokens: 9, outputTokens: 5, cachedInputTokens: 4, cacheWriteTokens: 0, reasoningTokens: 2 },
    })
  })

  it('does no more for the last of very many empty ends of a call than for the first, and reads the whole one after them', async () => {
    const empty = { type: 'response.function_call_arguments.done', output_index: 0, item_id: 'fc', arguments: '' }
    // Looking through the earlier ones each time would take longer than a test may.
    const said = [
      added(0, item(0, 'add', '')), ...Array.from({ length: 200_000 }, () => empty), { ...empty, arguments: '{"a":1}' }, empty, completed(),
    ]
    const events = readEvents(emit => new ResponsesReader({ names, label: 'OpenAI' }, emit), said)
    expect(callsOf(events)).toMatchObject([{ name: 'add', arguments: { ok: true, value: { a: 1 } } }])
  }, 4000)

  it('reads a call without arguments as an empty object', async () => {
    expect(callsOf(await read(done(0, item(0, 'add', '')), completed()))[0]?.arguments).toEqual({ ok: true, value: {} })
  })

  it('takes the items from the end of the answer when they did not come one by one', async () => {
    const output = [item(0, 'add', '{"a":1}')]
    const events = await read(completed({ output }))
    expect(callsOf(events)).toMatchObject([{ index: 0, name: 'add' }])
    expect(events.at(-1)).toMatchObject({ native: output })
  })

  it('shows text and reasoning summaries, a blank line between their parts', async () => {
    const summary = (summary_index: number, delta: string) => ({
      type: 'response.reasoning_summary_text.delta', output_index: 0, summary_index, delta,
    })
    const events = await read(summary(0, 'First'), summary(0, ' part'), summary(1, 'Second'), text('Hi'), completed())
    expect(events.slice(0, -1)).toEqual([
      { type: 'reasoning-delta', text: 'First' }, { type: 'reasoning-delta', text: ' part' },
      { type: 'reasoning-delta', text: '\n\nSecond' }, { type: 'text-delta', text: 'Hi' },
    ])
  })

  it.each([
    ['max_output_tokens', 'length'], ['content_filter', 'content-filter'], ['steered', 'other'],
  ])('runs no call of an answer cut short by %s', async (
    reason, finishReason,
  ) => {
    const cut = { type: 'response.incomplete', response: { status: 'incomplete', incomplete_details: { reason }, usage } }
    const events = await read(done(0, item(0, 'add', '{"a":1}')), cut)
    expect(callsOf(events)).toEqual([])
    expect(events.at(-1)).toMatchObject({ finishReason, rawFinishReason: reason })
    expect(events.at(-1)).not.toHaveProperty('native')
  })

  it('reports a refusal as one, with its words', async () => {
    const events = await read({ type: 'response.refusal.delta', output_index: 0, delta: 'I cannot.' }, completed())
    expect(events).toMatchObject([{ type: 'text-delta', text: 'I cannot.' }, { type: 'finish', finishReason: 'content-filter' }])
  })

  it.each([
    ['server_error', 'provider-unavailable', true],
    ['rate_limit_exceeded', 'provider-rate-limited', true],
    ['invalid_prompt', 'provider-rejected', false],
    ['invalid_image_format', 'provider-rejected', false],
  ])('throws a failed answer with %s', async (code, expected, retryable) => {
    const failed = { type: 'response.failed', response: { status: 'failed', error: { code, message: 'No.' } } }
    await expect(read(text('a'), failed)).rejects.toMatchObject({ code: expected, retryable })
    await expect(read({ type: 'error', code, message: 'No.' })).rejects.toMatchObject({ code: expected, retryable })
  })

  it('takes arguments that come only whole, and not twice', async () => {
    const whole = (text: string) => ({ type: 'response.function_call_arguments.done', output_index: 0, arguments: text })
    const bare = { type: 'function_call', call_id: 'call_0', name: 'add' }
    expect(callsOf(await read(added(0, bare), whole('{"a":1}'), done(0, bare), completed()))[0]?.arguments).toEqual({
      ok: true, value: { a: 1 },
    })
    expect(callsOf(await read(added(0, bare), args(0, '{"a":1}'), whole('{"a":1}'), done(0, bare), completed()))[0]?.arguments).toEqual({
      ok: true, value: { a: 1 },
    })
  })

  describe('without the end of an item', () => {
    const [first, second] = [item(0, 'add', '{"a":1}'), item(1, 'add', '{"a":2}')]
    const start = (index: number, { arguments: _text, ...call }: ReturnType<typeof item>) => added(index, {
      ...call, arguments: '', status: 'in_progress',
    })
    const whole = (index: number, text: string, name?: string) => ({
      type: 'response.function_call_arguments.done', output_index: index, item_id: 'fc', arguments: text, name,
    })
    const message = { type: 'message', id: 'msg_1', role: 'assistant', content: [{ type: 'output_text', text: 'Hi' }] }

    it.each([
      ['only the end of the arguments', [
        start(0, first), args(0, '{"a":1}'), whole(0, '{"a":1}'), start(1, second), whole(1, '{"a":2}'), completed(),
      ]],
      ['not even that', [start(0, first), args(0, '{"a":1}'), start(1, second), args(1, '{"a":2}'), completed()]],
      ['the items with the end of the answer', [
        start(0, first), args(0, '{"a":1}'), start(1, second), args(1, '{"a":2}'), completed({ output: [first, second] }),
      ]],
      ['one of two items', [start(0, first), args(0, '{"a":1}'), done(0, first), start(1, second), args(1, '{"a":2}'), completed()]],
      ['one of two items, and the other with the end', [done(0, first), completed({ output: [first, second] })]],
    ] as const)('gives each call once and whole: %s [F002-A51]', async (_what, events) => {
      const given = await read(...events)
      expect(callsOf(given)).toMatchObject([
        { index: 0, providerCallId: 'call_0', name: 'add', arguments: { ok: true, value: { a: 1 } } },
        { index: 1, providerCallId: 'call_1', name: 'add', arguments: { ok: true, value: { a: 2 } } },
      ])
      expect(given.at(-1)).toMatchObject({ finishReason: 'tool-calls', native: [first, second] })
    })

    it('takes a call whose name comes with the end of its arguments', async () => {
      const events = await read(args(0, '{"a":1}'), whole(0, '{"a":1}', 'add'), completed())
      expect(callsOf(events)).toMatchObject([{ index: 0, name: 'add', arguments: { ok: true, value: { a: 1 } } }])
      expect(callsOf(events)[0]).not.toHaveProperty('providerCallId')
    })

    it('knows an item of the end again when the list there has gaps, or other ids', async () => {
      const events = await read(done(0, reasoning), done(1, first), completed({ output: [first, second] }))
      expect(callsOf(events).map(({ providerCallId }) => providerCallId)).toEqual(['call_0', 'call_1'])
      expect(events.at(-1)).toMatchObject({ native: [reasoning, first, second] })
      const renamed = await read(done(0, message), done(1, first), completed({
        output: [{ ...message, id: 'msg_other' }, { ...first, id: 'fc_other' }],
      }))
      expect(renamed.at(-1)).toMatchObject({ native: [message, first] })
    })

    it('does not send back a turn of which something announced never came', async () => {
      const open = added(0, { ...message, content: [] })
      expect((await read(open, text('Hi'), start(1, second), args(1, '{"a":2}'), completed())).at(-1)).not.toHaveProperty('native')
      expect((await read(open, text('Hi'), completed({ output: [message] }))).at(-1)).toMatchObject({ native: [message] })
    })

    it('runs nothing of it when the answer was cut short', async () => {
      const cut = {
        type: 'response.incomplete', response: { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' }, usage },
      }
      expect(callsOf(await read(start(0, first), args(0, '{"a":'), cut))).toEqual([])
    })
  })

  it('gives the calls in a wrapper that nobody offered, and leaves the wrapper out [F002-A45]', async () => {
    const wrapper = (...uses: object[]) => item(0, 'parallel', JSON.stringify({ tool_uses: uses }))
    const use = (name: string, parameters?: object) => ({ recipient_name: `functions.${name}`, parameters })
    const events = await read(
      done(0, wrapper(use('add', { a: 1 }), use(names.toWire('files.read')))), done(1, item(1, 'add', '{"a":2}')), completed(),
    )
    expect(callsOf(events)).toMatchObject([
      { index: 0, name: 'add', arguments: { value: { a: 1 } } }, { index: 2, name: 'files.read', arguments: { value: {} } }, {
        index: 1, name: 'add', arguments: { value: { a: 2 } },
      },
    ])
    expect(events.at(-1)).toMatchObject({ finishReason: 'tool-calls' })
    expect(events.at(-1)).not.toHaveProperty('native')
    expect(callsOf(await read(done(0, wrapper(use('launch'))), completed()))).toMatchObject([{ name: 'parallel' }])
    expect(callsOf(await read(done(0, item(0, 'parallel', '{"tool_uses":[')), completed()))).toMatchObject([
      { name: 'parallel', arguments: { ok: false } },
    ])
  })

  it('keeps two messages apart, and says what came only whole', async () => {
    const message = (...content: object[]) => ({ type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content })
    const second = { type: 'response.output_text.delta', output_index: 1, delta: 'Done.' }
    expect((await read(text('I '), text('look.'), second, completed())).slice(0, -1)).toMatchObject([
      { text: 'I ' }, { text: 'look.' }, { text: '\n\nDone.' },
    ])
    const whole = message({ type: 'output_text', text: 'Hi', annotations: [] })
    expect(await read(completed({ output: [whole] }))).toMatchObject([
      { type: 'text-delta', text: 'Hi' }, { finishReason: 'stop', native: [whole] },
    ])
    expect(await read(text('Hi'), done(0, whole), completed())).toHaveLength(2)
    expect(await read(done(0, message({ type: 'refusal', refusal: 'No.' })), completed())).toMatchObject([
      { text: 'No.' }, { finishReason: 'content-filter' },
    ])
  })

  it('runs no call of an answer that was refused, cut or cancelled, whatever its event is called', async () => {
    const refused = await read(
      { type: 'response.refusal.delta', output_index: 0, delta: 'No.' }, done(1, item(1, 'add', '{}')), completed(),
    )
    expect(callsOf(refused)).toEqual([])
    expect(refused.at(-1)).toMatchObject({ finishReason: 'content-filter' })
    expect(callsOf(await read(done(0, { ...item(0, 'add', '{"a":'), status: 'incomplete' }), completed()))).toEqual([])
    const cut = await read(done(0, item(0, 'add', '{}')), completed({
      status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' },
    }))
    expect(cut).toMatchObject([{ type: 'finish', finishReason: 'length', rawFinishReason: 'max_output_tokens' }])
    expect((await read(completed({ status: 'cancelled' }))).at(-1)).toMatchObject({ finishReason: 'other', rawFinishReason: 'cancelled' })
    await expect(read(completed({
      status: 'failed', error: { code: 429, message: 'Slow.' },
    }))).rejects.toMatchObject({ code: 'provider-rate-limited' })
  })

  it('is over with its last event', async () => {
    expect((await read(text('a'), completed(), {
      type: 'error', code: 'server_error', message: 'late',
    })).at(-1)).toMatchObject({ finishReason: 'stop' })
  })

  it('says a message that came only with the end, whatever was thought aloud before, and a refusal as one', async () => {
    const summary = { type: 'response.reasoning_summary_text.delta', output_index: 0, summary_index: 0, delta: 'Hm' }
    const output = (content: object) => completed({
      output: [reasoning, { type: 'message', id: 'msg_1', role: 'assistant', content: [content] }],
    })
    expect(await read(summary, output({ type: 'output_text', text: 'Hi' }))).toMatchObject([
      { type: 'reasoning-delta' }, { type: 'text-delta', text: 'Hi' }, { finishReason: 'stop' },
    ])
    expect(await read(output({ type: 'refusal', refusal: 'I cannot.' }))).toMatchObject([
      { type: 'text-delta', text: 'I cannot.' }, { finishReason: 'content-filter' },
    ])
  })

  it('skips events and items it does not know', async () => {
    const events = await read(
      { type: 'response.brand_new.delta', delta: 1 },
      done(0, { type: 'web_search_call', id: 'ws_1' }),
      done(1, { type: 'tool_search_call', call_id: null, arguments: {} }),
      text('a'),
      completed(),
    )
    expect(events.map(event => event.type)).toEqual(['text-delta', 'finish'])
  })

  it('refuses a stream that ends without a closing event, and events of another shape', async () => {
    await expect(read(text('a'))).rejects.toMatchObject({ code: 'provider-protocol' })
    await expect(read({ type: 'response.output_text.delta', delta: 7 })).rejects.toMatchObject({ code: 'provider-protocol' })
  })
})
