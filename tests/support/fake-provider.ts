import type { Usage } from '#shared/run-event'
import { TOLERANT } from '#server/providers/kit/request/capability-table'
import type { ModelEvent, ModelRequest, Provider } from '#server/providers/provider'

export const USAGE: Usage = { inputTokens: 10, outputTokens: 5, cachedInputTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 }

/** One scripted answer: events, or a function that yields or throws. */
export type Answer = readonly ModelEvent[] | ((request: ModelRequest, signal: AbortSignal) => AsyncIterable<ModelEvent>)

/** A provider that plays a script, one answer per model call, and keeps what it was asked. */
export function createFakeProvider(answers: readonly Answer[]): Provider & { readonly requests: ModelRequest[] } {
  const requests: ModelRequest[] = []
  return {
    id: 'fake',
    label: 'Fake',
    setup: { kind: 'fake', kindLabel: 'Fake', origin: 'addable', description: 'Scripted answers' },
    officialBaseUrl: 'http://fake.test',
    needsKey: false,
    knownModels: [],
    requests,
    toolTargets: [],
    profiles: [],
    supportOf: () => TOLERANT,
    async* stream(request, { signal }) {
      const answer = answers[requests.length]
      requests.push(structuredClone(request))
      if (!answer) throw new Error(`The script has no answer ${requests.length}.`)
      yield [{ type: 'request', body: '{}' }]
      if (typeof answer !== 'function') yield answer
      else for await (const event of answer(request, signal)) yield [event]
    },
    listModels: async () => [],
  }
}

export function say(text: string): ModelEvent[] {
  return [{ type: 'text-delta', text }, { type: 'finish', finishReason: 'stop', rawFinishReason: 'stop', usage: USAGE }]
}

/** Calls in order, with the text before them when there is one. */
export function callTools(calls: readonly (readonly [name: string, input: Record<string, unknown>])[], text = ''): ModelEvent[] {
  return [
    ...(text ? [{ type: 'text-delta' as const, text }] : []),
    ...calls.flatMap(([name, input], index): ModelEvent[] => [
      { type: 'tool-input-delta', index, name, text: JSON.stringify(input) },
      { type: 'tool-call', index, providerCallId: `vendor_${index}`, name, arguments: { ok: true, value: input }, raw: { name, input } },
    ]),
    { type: 'finish', finishReason: 'tool-calls', rawFinishReason: 'tool_use', usage: USAGE },
  ]
}
