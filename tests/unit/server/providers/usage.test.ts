import { describe, expect, it } from 'vitest'
import { createUsageCount } from '#server/providers/anthropic/usage'
import { parseWireEvent } from '#server/providers/anthropic/wire-event'
import { chunkSchema } from '#server/providers/gemini/content'
import { toUsage as fromGemini } from '#server/providers/gemini/usage'
import { chatChunkSchema } from '#server/providers/openai-chat/chunk'
import { toUsage as fromOpenAi } from '#server/providers/openai-chat/usage'
import { parseResponseEvent } from '#server/providers/openai-responses/event'

function fromAnthropic(...counts: Parameters<ReturnType<typeof createUsageCount>['add']>[0][]) {
  const count = createUsageCount()
  for (const part of counts) count.add(part)
  return count.read()
}

describe('the usage of an answer', () => {
  it('has Anthropic\'s cached and written tokens inside the input, its thoughts inside the output [F015-A7]', () => {
    expect(fromAnthropic(
      { input_tokens: 10, cache_read_input_tokens: 600, cache_creation_input_tokens: 90, output_tokens: 1 },
      // Cumulative, and silent about what has not changed.
      { output_tokens: 50, input_tokens: null, output_tokens_details: { thinking_tokens: 30 } },
    )).toEqual({ inputTokens: 700, outputTokens: 50, cachedInputTokens: 600, cacheWriteTokens: 90, reasoningTokens: 30 })
  })

  it('reads what Anthropic wrote to its caches from the parts, where the sum is missing [F015-A7]', () => {
    expect(fromAnthropic({
      input_tokens: 10, cache_creation: { ephemeral_5m_input_tokens: 20, ephemeral_1h_input_tokens: 30 }, output_tokens: 1,
    }))
      .toMatchObject({ inputTokens: 60, cacheWriteTokens: 50 })
  })

  it('takes OpenAI\'s parts for parts, and never for more than the whole [F015-A7]', () => {
    expect(fromOpenAi({
      prompt_tokens: 100, completion_tokens: 40, prompt_tokens_details: {
        cached_tokens: 60, cache_write_tokens: 20,
      }, completion_tokens_details: { reasoning_tokens: 30 },
    })).toEqual({ inputTokens: 100, outputTokens: 40, cachedInputTokens: 60, cacheWriteTokens: 20, reasoningTokens: 30 })
    expect(fromOpenAi({
      prompt_tokens: 10,
      completion_tokens: 4,
      prompt_tokens_details: { cached_tokens: 60, cache_write_tokens: 20 },
      completion_tokens_details: { reasoning_tokens: 30 },
    }))
      .toEqual({ inputTokens: 10, outputTokens: 4, cachedInputTokens: 10, cacheWriteTokens: 0, reasoningTokens: 4 })
  })

  it('counts Gemini\'s thoughts beside its candidates, and its cache inside the prompt [F015-A7]', () => {
    expect(fromGemini({
      promptTokenCount: 100, toolUsePromptTokenCount: 5, candidatesTokenCount: 20, thoughtsTokenCount: 30, cachedContentTokenCount: 70,
    }))
      .toEqual({ inputTokens: 105, outputTokens: 50, cachedInputTokens: 70, cacheWriteTokens: 0, reasoningTokens: 30 })
  })

  it('never has a part of more than its whole', () => {
    expect(fromGemini({ promptTokenCount: 10, cachedContentTokenCount: 70, candidatesTokenCount: 0, thoughtsTokenCount: 2 }))
      .toEqual({ inputTokens: 10, outputTokens: 2, cachedInputTokens: 10, cacheWriteTokens: 0, reasoningTokens: 2 })
  })

  it.each([1e308, 2 ** 53, 2.7, -1, '12'])('is unknown where a count is %j, and the answer is read all the same [F015-A10]', (count) => {
    const chat = chatChunkSchema.parse({ usage: { prompt_tokens: 10, completion_tokens: count }, choices: [] })
    const gemini = chunkSchema.parse({ usageMetadata: { promptTokenCount: count } })
    const responses = parseResponseEvent({ type: 'response.completed', response: { usage: { input_tokens: count } } })?.data
    expect([chat.usage, gemini.usageMetadata, responses]).toEqual([undefined, undefined, { type: 'response.completed', response: {} }])
    const start = parseWireEvent({ type: 'message_start', message: { usage: { input_tokens: count } } })
    const delta = parseWireEvent({ type: 'message_delta', delta: {}, usage: { output_tokens: 3 } })
    const counts = [start, delta].flatMap(event => event?.type === 'message_start'
      ? [event.message.usage]
      : event?.type === 'message_delta' ? [event.usage] : [])
    expect(fromAnthropic(...counts)).toMatchObject({ inputTokens: 0, outputTokens: 3, partial: true })
  })

  it('is not told where a server counts nothing [F015-A9]', () => {
    const nothing = { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0, partial: true }
    expect([fromAnthropic(), fromOpenAi(null), fromGemini(undefined)]).toEqual([nothing, nothing, nothing])
  })
})
