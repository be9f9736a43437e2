import { describe, expect, it } from 'vitest'
import { GEMINI_NAME_RULE } from '#server/providers/gemini/gemini-dialect'
import { GeminiReader } from '#server/providers/gemini/stream'
import { createToolNameMap } from '#server/providers/kit/tool-names'
import type { ModelEvent } from '#server/providers/provider'
import { readEvents } from '../../../../support/read-events'

const names = createToolNameMap(['get/weather'], GEMINI_NAME_RULE)
const chunk = (parts: readonly unknown[], finishReason?: string, more: object = {}) => ({
  candidates: [{ content: { role: 'model', parts }, ...(finishReason && { finishReason }) }], ...more,
})

async function read(...chunks: readonly unknown[]): Promise<ModelEvent[]> {
  return readEvents(emit => new GeminiReader({ names, label: 'Google Gemini' }, emit), chunks)
}

describe('GeminiReader', () => {
  it('tells thoughts from text and counts them once', async () => {
    const events = await read(
      chunk([{ text: 'Hm', thought: true }]),
      chunk([{ text: 'Hel' }]),
      chunk([{ text: 'lo' }], 'STOP', {
        usageMetadata: {
          promptTokenCount: 10, toolUsePromptTokenCount: 2, cachedContentTokenCount: 4, candidatesTokenCount: 3, thoughtsTokenCount: 5,
        },
      }),
    )
    expect(events).toEqual([
      { type: 'reasoning-delta', text: 'Hm' },
      { type: 'text-delta', text: 'Hel' },
      { type: 'text-delta', text: 'lo' },
      {
        type: 'finish', finishReason: 'stop', rawFinishReason: 'STOP',
        usage: { inputTokens: 12, outputTokens: 8, cachedInputTokens: 4, cacheWriteTokens: 0, reasoningTokens: 5 },
        native: { role: 'model', parts: [{ text: 'Hm', thought: true }, { text: 'Hello' }] },
      },
    ])
  })

  it('has ended once a reason has come, though counts may follow', () => {
    const reader = new GeminiReader({ names, label: 'Google Gemini' }, () => {})
    reader.accept(chunk([{ text: 'Hello' }]))
    expect(reader.hasEnded()).toBe(false)
    reader.accept(chunk([], 'STOP'))
    expect(reader.hasEnded()).toBe(true)
  })

  it.each([
    ['objects', '{"a":', '}'], ['lists', '[', ']'],
  ])('refuses arguments of thousands of nested %s, and keeps nothing that cannot be stored [F002-A84]', async (
    _what, open, close,
  ) => {
    const args: unknown = JSON.parse(open.repeat(50_000) + '1' + close.repeat(50_000))
    const events = await read(chunk([{ text: 'So.' }, { functionCall: { name: 'get_weather', args } }], 'STOP'))
    expect(events.slice(1)).toMatchObject([
      { type: 'tool-input-delta', text: '' },
      {
        type: 'tool-call',
        name: 'get/weather',
        arguments: { ok: false, error: expect.stringContaining('nested deeper') },
        raw: { name: 'get_weather' },
      },
      { type: 'finish', finishReason: 'tool-calls' },
    ])
    expect(events.at(-1)).not.toHaveProperty('native')
    expect(() => JSON.stringify(events)).not.toThrow()
  })

  it('keeps two calls of one chunk apart, with their signature in the native turn', async () => {
    const first = { functionCall: { id: 'v1', name: 'get_weather', args: { city: 'Paris' } }, thoughtSignature: 'c2ln' }
    const second = { functionCall: { id: 'v2', name: 'get_weather', args: { city: 'Tokyo' } } }
    const events = await read(chunk([{ text: 'Both.' }, first, second], 'STOP'))
    expect(events.filter(event => event.type === 'tool-call')).toMatchObject([
      { index: 0, providerCallId: 'v1', name: 'get/weather', arguments: { ok: true, value: { city: 'Paris' } } },
      { index: 1, providerCallId: 'v2', name: 'get/weather', arguments: { ok: true, value: { city: 'Tokyo' } } },
    ])
    expect(events.at(-1)).toMatchObject({
      finishReason: 'tool-calls', rawFinishReason: 'STOP', native: { parts: [{ text: 'Both.' }, first, second] },
    })
  })

  it('takes a call without id and arguments', async () => {
    const events = await read(chunk([{ functionCall: { name: 'get_weather' } }], 'STOP'))
    const call = events.find(event => event.type === 'tool-call')
    expect(call).toMatchObject({ name: 'get/weather', arguments: { ok: true, value: {} } })
    expect(call).not.toHaveProperty('providerCallId')
  })

  it('keeps a signature that comes alone, and never joins it to other text', async () => {
    const events = await read(chunk([{ text: 'a' }]), chunk([{ text: 'b', thoughtSignature: 's1' }]), chunk([{ text: 'c' }]), chunk(
      [{ text: '', thoughtSignature: 's2' }], 'STOP',
    ))
    expect(events.at(-1)).toMatchObject({
      native: { parts: [{ text: 'a' }, { text: 'b', thoughtSignature: 's1' }, { text: 'c' }, { text: '', thoughtSignature: 's2' }] },
    })
  })

  it.each([
    ['MAX_TOKENS', 'length'], ['SAFETY', 'content-filter'], ['IMAGE_SAFETY', 'content-filter'], [
      'MALFORMED_FUNCTION_CALL', 'malformed-tool-call',
    ],
    ['UNEXPECTED_TOOL_CALL', 'malformed-tool-call'], ['MALFORMED_RESPONSE', 'error'], ['CONTINUATION', 'continue'],
  ])('runs no call after %s and keeps no turn to replay', async (raw, finishReason) => {
    const events = await read(chunk([{ functionCall: { name: 'get_weather', args: {} } }], raw))
    expect(events.filter(event => event.type === 'tool-call')).toEqual([])
    expect(events.at(-1)).toMatchObject({ type: 'finish', finishReason, rawFinishReason: raw })
    expect(events.at(-1)).not.toHaveProperty('native')
  })

  it.each(['OTHER', 'TOO_MANY_TOOL_CALLS', 'SOMETHING_NEW'])('takes %s for an ending of its own', async (raw) => {
    expect((await read(chunk([], raw))).at(-1)).toMatchObject({ finishReason: 'other', rawFinishReason: raw })
  })

  it('reads a blocked prompt as filtered, whatever the reason is called', async () => {
    expect(await read({ promptFeedback: { blockReason: 'OTHER' } })).toMatchObject([
      { type: 'finish', finishReason: 'content-filter', rawFinishReason: 'OTHER' },
    ])
  })

  it('says why an answer ended, in the vendor\'s words', async () => {
    const events = await read({ candidates: [{ finishReason: 'SAFETY', finishMessage: 'It speaks of weapons.' }] })
    expect(events.at(-1)).toMatchObject({ finishReason: 'content-filter', explanation: 'It speaks of weapons.' })
  })

  it('keeps how an answer ended, why, and what it cost, when later chunks are silent about them', async () => {
    const events = await read(
      { candidates: [{ finishReason: 'SAFETY', finishMessage: 'It speaks of weapons.' }], usageMetadata: { candidatesTokenCount: 7 } },
      { candidates: [{ finishReason: '', content: { parts: [] } }] }, {},
    )
    expect(events).toMatchObject([
      { finishReason: 'content-filter', rawFinishReason: 'SAFETY', explanation: 'It speaks of weapons.', usage: { outputTokens: 7 } },
    ])
    expect(await read({ promptFeedback: { blockReason: 'OTHER' } }, chunk([], 'STOP'))).toMatchObject([{ finishReason: 'content-filter' }])
    const spread = { candidates: [{ content: { parts: [{ text: 'One,' }] }, continuationToken: 'ct-1' }] }
    expect((await read(spread, chunk([], 'CONTINUATION'))).at(-1)).toMatchObject({
      finishReason: 'continue', native: { continuationToken: 'ct-1' },
    })
  })

  it('takes an empty answer for an answer', async () => {
    expect(await read({ candidates: [{ finishReason: 'STOP' }] })).toMatchObject([{ type: 'finish', finishReason: 'stop' }])
    expect((await read(chunk([{ text: '' }], 'STOP')))[0]).not.toHaveProperty('native')
  })

  it('reads a list of chunks, which a server sends that does not stream', async () => {
    const events = await read([chunk([{ text: 'Hel' }]), chunk([{ text: 'lo' }], 'STOP')])
    expect(events).toMatchObject([
      { type: 'text-delta', text: 'Hel' }, { type: 'text-delta', text: 'lo' }, { type: 'finish', finishReason: 'stop' },
    ])
  })

  it('throws for an error object in the stream', async () => {
    await expect(read(chunk([{ text: 'a' }]), {
      error: { status: 'RESOURCE_EXHAUSTED', message: 'slow down', details: [{ retryDelay: '34s' }] },
    }))
      .rejects.toMatchObject({ code: 'provider-rate-limited', retryAfterMs: 34_000 })
  })

  it('throws when the stream ends without a reason, and when a chunk has no readable form', async () => {
    await expect(read(chunk([{ text: 'a' }]))).rejects.toMatchObject({ code: 'provider-protocol' })
    await expect(read({ candidates: 'none' })).rejects.toMatchObject({ code: 'provider-protocol' })
  })
})
