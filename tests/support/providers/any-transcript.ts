import fc from 'fast-check'
import type { ContentBlock, UserContent } from '#shared/content'
import type { AssistantPart, Message, ToolResult, TurnOrigin } from '#shared/message'
import { toolOutcomeSchema, type ToolOutcome } from '#shared/tool-outcome'
import type { ProviderHarness } from './provider-harness'

const words = fc.oneof(fc.constantFrom('', ' ', '\n', 'Hello.', 'Look: '), fc.string({ maxLength: 20, unit: 'grapheme' }))
const bytes = fc.constantFrom('', 'aGk=', 'JVBERi0xLjQK', 'iVBORw0KGgo=', 'data:image/png;base64,_9j_4AAQ\nSkZJRg', 'Qk0AAAAA')
const mimeType = fc.constantFrom(
  'image/png',
  'image/jpg',
  'image/svg+xml',
  'image/bmp',
  'audio/wav',
  'audio/mpeg',
  'application/pdf',
  'text/csv',
  'application/zip',
  '',
  'IMAGE/PNG; a=b',
)
const textBlock = words.map((text): ContentBlock => ({ type: 'text', text }))
const userBlock = fc.oneof(
  textBlock,
  fc.record({ type: fc.constantFrom('image' as const, 'audio' as const), data: bytes, mimeType }),
  fc.record({
    type: fc.constant('resource' as const), resource: fc.record({ uri: fc.constantFrom('file:///a.txt', ''), mimeType, blob: bytes }),
  }),
  fc.record({ type: fc.constant('resource' as const), resource: fc.record({ uri: fc.constant('file:///a.txt'), text: words }) }),
)
const resultBlock = fc.oneof(userBlock, fc.record({ type: fc.constant('resource_link' as const), uri: words, name: words }))

const outcome = fc.record({
  status: fc.constantFrom(...toolOutcomeSchema.options.map(option => option.shape.status.value)),
  content: fc.array(resultBlock, { maxLength: 3 }),
  structuredContent: fc.option(fc.jsonValue({ maxDepth: 3 }), { nil: undefined }),
}).map((fields): ToolOutcome => toolOutcomeSchema.parse({ durationMs: 0, issues: [], ...fields }))

const callArguments = fc.oneof(
  fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 }).map(value => ({ ok: true as const, value })),
  fc.string().map(text => ({ ok: false as const, text, error: 'It is not JSON.' })),
)

type ToNative = ProviderHarness['turns']['toNative']

type Draft
  = | { readonly kind: 'user', readonly content: readonly ContentBlock[] }
    | {
      readonly kind: 'assistant'
      readonly parts: readonly AssistantPart[]
      readonly origin: number
      readonly native: 'none' | 'own' | 'garbage'
      readonly ids: 'unique' | 'same' | 'none'
    }
    | { readonly kind: 'tool', readonly answered: readonly boolean[], readonly outcomes: readonly ToolOutcome[], readonly orphan: boolean }

const assistantPart = fc.oneof(
  words.map((text): AssistantPart => ({ type: 'text', text })),
  words.map((text): AssistantPart => ({ type: 'reasoning', text })),
  fc.record({
    name: fc.oneof(fc.constant('get_weather'), fc.string({ minLength: 1, maxLength: 90, unit: 'grapheme' })), arguments: callArguments,
  })
    .map((call): AssistantPart => ({ type: 'tool-call', callId: '', ...call })),
)

const draft: fc.Arbitrary<Draft> = fc.oneof(
  fc.record({ kind: fc.constant('user' as const), content: fc.array(userBlock, { minLength: 1, maxLength: 3 }) }),
  fc.record({
    kind: fc.constant('assistant' as const), parts: fc.array(assistantPart, { maxLength: 5 }), origin: fc.nat(4),
    native: fc.constantFrom('none', 'own', 'garbage'), ids: fc.constantFrom('unique', 'same', 'none'),
  }),
  fc.record({
    kind: fc.constant('tool' as const), answered: fc.array(fc.boolean(), { maxLength: 6 }), outcomes: fc.array(outcome, {
      minLength: 1, maxLength: 3,
    }), orphan: fc.boolean(),
  }),
)

/** Any history that a conversation can come to, and many that none should: interrupted, unanswered, switched, empty. */
export function anyTranscript(target: TurnOrigin, toNative: ToNative): fc.Arbitrary<Message[]> {
  return fc.array(draft, { minLength: 1, maxLength: 8 }).map(drafts => build(drafts, target, toNative))
}

function build(drafts: readonly Draft[], target: TurnOrigin, toNative: ToNative): Message[] {
  const origins: readonly TurnOrigin[] = [
    target, target, { ...target, model: 'another-model' }, { ...target, endpoint: 'https://elsewhere.test' }, {
      adapter: '', endpoint: '', model: '',
    },
  ]
  let calls = 0
  const open: ToolResult[] = []
  return drafts.map((item): Message => {
    if (item.kind === 'user') return { role: 'user', content: item.content as UserContent /* without links */ }
    if (item.kind === 'tool') return { role: 'tool', results: answer(item, open) }
    const parts = item.parts.map((part): AssistantPart => {
      if (part.type !== 'tool-call') return part
      calls += 1
      // Ours fit every vendor; history from before an import may not.
      const callId = calls % 7 === 0 ? `functions.${'x'.repeat(70)}:${calls}` : `call_${calls}`
      const providerCallId = item.ids === 'none' ? undefined : item.ids === 'same' ? 'vendor_same' : `vendor_${calls}`
      const call = { ...part, callId, ...(providerCallId && { providerCallId }) }
      open.push({ callId, name: part.name, outcome: { status: 'ok', content: [], durationMs: 0 } })
      return call
    })
    const native = { none: undefined, own: toNative(parts), garbage: { content: 'not a turn', parts: 7 } }[item.native]
    return { role: 'assistant', parts, origin: origins[item.origin] ?? target, ...(native !== undefined && { native }) }
  })
}

function answer({ answered, outcomes, orphan }: Extract<Draft, { kind: 'tool' }>, open: ToolResult[]): ToolResult[] {
  const results = open.splice(0).filter((_, index) => answered[index] !== false).toReversed()
  const all = orphan
    ? [...results, { callId: 'call_orphan', name: 'gone', outcome: { status: 'ok' as const, content: [], durationMs: 0 } }]
    : results
  return all.map((result, index) => ({ ...result, outcome: outcomes[index % outcomes.length] ?? result.outcome }))
}
