import { describe, expect, it } from 'vitest'
import type { Message } from '#shared/message'
import type { ToolDefinition } from '#shared/tool'
import { createDemoProvider } from '#server/providers/demo'
import type { ModelEvent, ModelRequest } from '#server/providers/provider'
import { readAnswer, streamAnswer } from '../../../../support/read-answer'

const weather: ToolDefinition = {
  name: 'get_weather', description: 'Tells the weather of a city', annotations: {},
  inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
}
const asked: Message = { role: 'user', content: [{ type: 'text', text: 'What is the weather in Paris and in Tokyo?' }] }
const request: ModelRequest = { model: 'patchbay-demo', messages: [asked], tools: [weather] }

async function collect(input: ModelRequest, signal = new AbortController().signal, pauseMs = 0): Promise<ModelEvent[]> {
  return readAnswer(createDemoProvider({ pauseMs }), input, {}, signal)
}

describe('createDemoProvider', () => {
  it('says the same events for the same request [F011-A8]', async () => {
    expect(await collect(request)).toEqual(await collect(request))
  })

  it('begins with the request and ends with one finish', async () => {
    const events = await collect(request)
    expect(events[0]?.type).toBe('request')
    expect(events.filter(event => event.type === 'finish')).toHaveLength(1)
    expect(events.at(-1)).toMatchObject({ type: 'finish', finishReason: 'tool-calls', rawFinishReason: null })
  })

  it('streams text and arguments in pieces that join to the whole [F011-A8]', async () => {
    const events = await collect(request)
    expect(events.filter(event => event.type === 'text-delta').length).toBeGreaterThan(2)
    const first = events.flatMap(event => event.type === 'tool-input-delta' && event.index === 0 ? [event.text] : []).join('')
    expect(JSON.parse(first)).toEqual({ city: 'Paris' })
  })

  it.each([
    'Thanks! What is the weather in Rome?', 'Hi, get the weather in Rome',
  ])('does what is asked after thanks or a greeting: %s [F011-A9]', async (text) => {
    const calls = (await collect({ ...request, messages: [{ role: 'user', content: [{ type: 'text', text }] }] })).filter(event => (
      event.type === 'tool-call'
    ))
    expect(calls).toMatchObject([{ name: 'get_weather' }])
  })

  it.each(['Thanks!', 'Great, thank you and bye.', 'Hello there'])('calls nothing for mere small talk: %s', async (text) => {
    const events = await collect({ ...request, messages: [{ role: 'user', content: [{ type: 'text', text }] }] })
    expect(events.at(-1)).toMatchObject({ finishReason: 'stop' })
  })

  // Each takes many seconds with rules that begin anew at each character of a run, and longer than a test may take together.
  it('answers a long hostile message without holding the server up [F011-A10]', async () => {
    const note: ToolDefinition = {
      name: 'create_note', description: 'Creates a note', annotations: {},
      inputSchema: {
        type: 'object',
        properties: { title: { type: 'string' }, path: { type: 'string' }, body: { type: 'string' } },
        required: ['title', 'path', 'body'],
      },
    }
    for (const piece of ['a', 'a-', 'a.', 'eyJ-', '(', '1', '“', ' ', '\n', 'create a note;']) {
      const content = [{ type: 'text' as const, text: `Calculate or write ${piece.repeat(200_000)} to` }]
      const events = await collect({ ...request, tools: [weather, note], messages: [{ role: 'user', content }] })
      expect(events.at(-1)?.type).toBe('finish')
    }
  })

  it.each(['a', '=', 'a='])('answers a long hostile result without holding the server up: %s [F011-A10]', async (piece) => {
    const calculate: ToolDefinition = {
      name: 'calculate', description: 'Calculates', annotations: {}, inputSchema: {
        type: 'object', properties: { expression: { type: 'string' } }, required: ['expression'],
      },
    }
    const made = (callId: string): Message[] => [
      {
        role: 'assistant', origin: { adapter: 'demo', endpoint: '', model: 'patchbay-demo' },
        parts: [{ type: 'tool-call', callId, name: 'calculate', arguments: { ok: true, value: { expression: '1 + 1' } } }],
      },
      {
        role: 'tool',
        results: [
          {
            callId,
            name: 'calculate',
            outcome: { status: 'ok', durationMs: 1, content: [{ type: 'text', text: `${piece.repeat(400_000)} b` }] },
          },
        ],
      },
    ]
    const messages: Message[] = [{ role: 'user', content: [{ type: 'text', text: 'Calculate 1 + 1' }] }, ...made('a')]
    expect((await collect({ ...request, tools: [calculate], messages })).at(-1)?.type).toBe('finish')
  })

  it('numbers its calls over the whole conversation', async () => {
    const ids = (events: readonly ModelEvent[]) => events.flatMap(event => event.type === 'tool-call' ? [event.providerCallId] : [])
    expect(ids(await collect(request))).toEqual(['demo_1', 'demo_2'])
    const before: Message = {
      role: 'assistant', origin: { adapter: 'demo', endpoint: '', model: 'patchbay-demo' },
      parts: [{ type: 'tool-call', callId: 'a', name: 'get_weather', arguments: { ok: true, value: { city: 'Rome' } } }],
    }
    expect(ids(await collect({ ...request, messages: [before, asked] }))).toEqual(['demo_2', 'demo_3'])
  })

  it('counts about four characters to a token', async () => {
    const finish = (await collect(request)).at(-1)
    expect(finish).toMatchObject({
      usage: {
        inputTokens: Math.ceil(JSON.stringify({ model: request.model, messages: request.messages, tools: request.tools }).length / 4),
      },
    })
  })

  it('ends with the reason of an abort between two pieces [F011-A8]', async () => {
    const controller = new AbortController()
    const reason = new Error('stopped by the person')
    const stream = streamAnswer(createDemoProvider({ pauseMs: 0 }), request, {}, controller.signal)
    await stream.next()
    await stream.next()
    controller.abort(reason)
    await expect(stream.next()).rejects.toBe(reason)
  })

  it('says nothing after an abort that came first', async () => {
    await expect(collect(request, AbortSignal.abort(new Error('too late')))).rejects.toThrow('too late')
  })

  it('calls nothing when tools are forbidden, and only the named tool when one is demanded', async () => {
    const calls = (events: readonly ModelEvent[]) => events.filter(event => event.type === 'tool-call')
    const none = await collect({ ...request, toolChoice: 'none' })
    expect(calls(none)).toEqual([])
    expect(none.flatMap(event => event.type === 'text-delta' ? event.text : []).join('')).toContain('I may call no tool in this answer')
    expect(calls(await collect({ ...request, toolChoice: { tool: 'get_weather' } }))).toHaveLength(2)
  })
})
