import { z } from 'zod'
import { GeminiReader } from '#server/providers/gemini/stream'
import { readJsonMessages } from '#server/providers/kit/stream/json-messages'
import { toSseFrame, type ProviderHarness, type ScriptedAnswer, type ScriptedCall } from './provider-harness'

/** Gemini has no ending of its own for calls. */
const FINISH_REASONS = { 'stop': 'STOP', 'tool-calls': 'STOP', 'length': 'MAX_TOKENS', 'content-filter': 'SAFETY' } as const

const responseSchema = z.looseObject({ response: z.looseObject({ output: z.string().optional(), error: z.string().optional() }) })
const bodySchema = z.looseObject({
  tools: z.array(z.looseObject({ functionDeclarations: z.array(z.looseObject({ name: z.string() })) })).default([]),
  contents: z.array(z.looseObject({ parts: z.array(z.looseObject({ functionResponse: responseSchema.optional() })) })).default([]),
})

function chunk(parts: readonly object[], more: object = {}): string {
  return toSseFrame({ candidates: [{ content: { role: 'model', parts }, index: 0, ...more }], modelVersion: 'gemini-3.8-flash' })
}

/** A call comes whole or not at all: one that was cut off is not in the answer. */
function toCallParts({ id, name, fragments }: ScriptedCall, index: number, { ending, reasoning }: ScriptedAnswer): object[] {
  if (ending === 'length') return []
  const text = fragments.join('')
  const functionCall = { id, name, ...(text !== '' && { args: JSON.parse(text) as unknown }) }
  return [{ functionCall, ...(index === 0 && { thoughtSignature: reasoning?.seal ?? 'c2lnbmF0dXJl' }) }]
}

function toFrames(answer: ScriptedAnswer): string[] {
  const { reasoning, text, calls, ending, usage } = answer
  return [
    ...(reasoning ? [chunk([{ text: reasoning.text, thought: true }])] : []),
    ...text.map(piece => chunk([{ text: piece }])),
    ...calls.flatMap((call, index) => toCallParts(call, index, answer)).map(part => chunk([part])),
    toSseFrame({
      candidates: [{ content: { role: 'model', parts: [{ text: '' }] }, finishReason: FINISH_REASONS[ending], index: 0 }],
      usageMetadata: {
        promptTokenCount: usage.input,
        cachedContentTokenCount: usage.cachedInput,
        candidatesTokenCount: usage.output - usage.reasoning,
        thoughtsTokenCount: usage.reasoning,
        totalTokenCount: usage.input + usage.output,
      },
    }),
  ]
}

/** A list of what would have been the events. */
function toWholeBody(answer: ScriptedAnswer): string {
  return `[${toFrames(answer).map(frame => frame.slice('data: '.length).trimEnd()).join(',')}]`
}

export const harness: ProviderHarness = {
  model: 'gemini-3.8-flash',
  basePath: '',
  toFrames,
  toWholeBody,
  createReader: (names, emit) => readJsonMessages(new GeminiReader({ names, label: 'Google Gemini' }, emit)),
  toErrorBody: (status, message) => JSON.stringify({ error: { code: status, message, status: 'SOME_STATUS' } }),
  toErrorFrames: message => [toSseFrame({ error: { message, status: 'UNAVAILABLE' } })],
  toModelList: ids => JSON.stringify({ models: ids.map(id => ({ name: `models/${id}`, supportedGenerationMethods: ['generateContent'] })) }),
  readTools: body => bodySchema.parse(body).tools.flatMap(tool => tool.functionDeclarations).map(wire => ({ name: wire.name, wire })),
  readResults: body => bodySchema.parse(body).contents.flatMap(({ parts }) => parts).flatMap(({ functionResponse }) => functionResponse
    ? [{ text: functionResponse.response.error ?? functionResponse.response.output ?? '', isError: functionResponse.response.error !== undefined }]
    : []),
  exceptions: {
    'malformed-arguments': 'arguments come as an object, so they always parse',
    'interleaved-calls': 'a call comes whole in one part',
  },
}
