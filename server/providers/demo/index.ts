import type { ModelEvent, ModelInfo, ModelRequest, Provider, Translation } from '../provider'
import type { SettingSupport } from '#shared/model-capabilities'
import { fitSettings } from '../kit/request/fit-settings'
import { decide, type Decision } from './decide'
import { streamDecision } from './stream-decision'
import type { Message } from '#shared/message'
import type { TranslationWarning } from '#shared/run-event'
import { warnOfLostReasoning } from '../kit/messages/lost-reasoning'

/** As large models are counted: about four characters to a token. */
const CHARACTERS_PER_TOKEN = 4
const DEFAULT_PAUSE_MS = 12

const KNOWN_MODELS: readonly ModelInfo[] = [
  { id: 'patchbay-demo', name: 'Patchbay demo', capabilities: { tools: true, images: false, reasoning: false } },
]

/** Rules answer: they do not reason, and always call what they need at once. */
const SUPPORT: SettingSupport = {
  temperature: 'never',
  maxTemperature: 2,
  efforts: [],
  thinking: 'none',
  toolChoices: ['auto', 'none', 'named'],
  forcedWithEffort: true,
  parallelSwitch: false,
  toolsWithEffort: true,
}

/** A stand-in for a language model: it needs no key and no network, and answers by rules. */
export function createDemoProvider({ pauseMs = DEFAULT_PAUSE_MS }: { readonly pauseMs?: number } = {}): Provider {
  return {
    id: 'demo',
    label: 'Demo (no language model)',
    setup: { kind: 'demo', kindLabel: 'Demo model', origin: 'built-in', name: 'Demo' },
    officialBaseUrl: '',
    needsKey: false,
    knownModels: KNOWN_MODELS,
    hasOnlyKnownModels: true,
    toolTargets: [],
    profiles: [],
    supportOf: () => SUPPORT,
    stream: (request, { signal }) => stream(request, pauseMs, signal),
    listModels: async () => KNOWN_MODELS,
  }
}

async function* stream(request: ModelRequest, pauseMs: number, signal: AbortSignal): AsyncGenerator<readonly ModelEvent[]> {
  signal.throwIfAborted()
  const { model, system, messages, tools, toolChoice } = request
  const history = toReadableMessages(messages, model)
  const body = JSON.stringify({ model, system, messages: history.wire, tools, toolChoice })
  const { settings, warnings } = fitSettings(request, SUPPORT)
  yield [{ type: 'request', body }, ...[...history.warnings, ...warnings].map(warning => ({ type: 'warning' as const, warning }))]
  const decision = decide({ ...request, toolChoice: settings.toolChoice })
  for await (const event of streamDecision(decision, { pauseMs, signal, firstCallNumber: countCalls(request) + 1 })) yield [event]
  signal.throwIfAborted()
  yield [{
    type: 'finish',
    finishReason: decision.calls.length > 0 ? 'tool-calls' : 'stop',
    rawFinishReason: null,
    usage: estimateUsage(body, decision),
  }]
}

function countCalls({ messages }: ModelRequest): number {
  return messages.flatMap(message => message.role === 'assistant' ? message.parts : []).filter(part => part.type === 'tool-call').length
}

function estimateUsage(body: string, { text, calls }: Decision) {
  const output = text.length + calls.reduce((sum, call) => sum + call.tool.name.length + JSON.stringify(call.arguments).length, 0)
  return {
    inputTokens: Math.ceil(body.length / CHARACTERS_PER_TOKEN),
    outputTokens: Math.ceil(output / CHARACTERS_PER_TOKEN),
    cachedInputTokens: 0,
    cacheWriteTokens: 0,
    reasoningTokens: 0,
  }
}

/** The history as the demo model reads it: what another model sealed for itself is none of its business. */
function toReadableMessages(messages: readonly Message[], model: string): Translation<readonly Message[]> {
  const turns = messages.flatMap((message, index) => message.role === 'assistant' ? [{ ...message, path: `/messages/${index}` }] : [])
  const warnings: readonly TranslationWarning[] = warnOfLostReasoning(turns, { adapter: 'demo', endpoint: '', model })
  const wire = messages.map((message): Message => {
    if (message.role !== 'assistant') return message
    const { native: _sealed, ...turn } = message
    return { ...turn, parts: turn.parts.filter(part => part.type !== 'reasoning') }
  })
  return { wire, warnings }
}
