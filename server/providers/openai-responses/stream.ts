import type { FinishReason } from '#shared/run-event'
import { toFinishReason } from '../kit/finish-reason'
import { createProtocolError } from '../kit/provider-error'
import type { ToolNameMap } from '../kit/tool-names'
import { toUsage } from '../openai-chat/usage'
import type { ModelEvent } from '../provider'
import { toFailureError } from './errors'
import { READ_EVENT_TYPES, responseEventSchema, type ResponseEvent, type ResponseUsage } from './event'
import { createStreamedItems, toCallEvent, type StreamedItems } from './streamed-items'

const FINISH_REASONS: Readonly<Record<string, FinishReason>> = {
  completed: 'stop',
  refusal: 'content-filter',
  max_output_tokens: 'length',
  content_filter: 'content-filter',
}

interface StreamContext {
  readonly names: ToolNameMap
  readonly label: string
}

interface AnswerState {
  readonly items: StreamedItems
  isRefusal: boolean
  /** Which reasoning summary the last piece was of; the parts of one item come without a break between them. */
  summary?: string
}

/** Typed events of one answer to model events. Throws for a failed answer and for an end without a closing event. */
export async function* fromWireStream(events: AsyncIterable<unknown>, context: StreamContext): AsyncGenerator<ModelEvent> {
  const state: AnswerState = { items: createStreamedItems(), isRefusal: false }
  let ending: Ending | undefined
  for await (const raw of events) {
    const event = readEvent(raw, context.label)
    if (!event) continue
    if (event.type === 'error') throw toFailureError(event, context.label)
    if (event.type === 'response.failed') throw toFailureError(event.response.error, context.label)
    // Told only at the end of the stream: whoever leaves before it closes the connection, which the next step could use.
    if (event.type === 'response.completed' || event.type === 'response.incomplete') ending = event
    else yield* readProgress(event, state, context.names)
  }
  if (!ending) throw createProtocolError(context.label, { what: 'broke off in the middle of its answer' })
  yield* readEnding(ending, { ...context, state })
}

/** Unknown types are skipped: the service adds new ones at any time. */
function readEvent(raw: unknown, label: string): ResponseEvent | undefined {
  const type = typeof raw === 'object' && raw !== null && 'type' in raw ? raw.type : undefined
  if (typeof type !== 'string' || !READ_EVENT_TYPES.has(type)) return undefined
  const { data, error } = responseEventSchema.safeParse(raw)
  if (!data) throw createProtocolError(label, { what: 'sent a piece of an answer that cannot be read', cause: error })
  return data
}

type Ending = Extract<ResponseEvent, { type: 'response.completed' | 'response.incomplete' }>
type Progress = Exclude<ResponseEvent, Ending | { type: 'error' | 'response.failed' }>

function* readProgress(event: Progress, state: AnswerState, names: ToolNameMap): Generator<ModelEvent> {
  switch (event.type) {
    case 'response.refusal.delta':
      state.isRefusal = true
      yield { type: 'text-delta', text: event.delta }
      break
    case 'response.output_text.delta':
      yield { type: 'text-delta', text: event.delta }
      break
    case 'response.reasoning_text.delta':
      yield { type: 'reasoning-delta', text: event.delta }
      break
    case 'response.reasoning_summary_text.delta': {
      const summary = `${event.output_index}/${event.summary_index}`
      const isNext = state.summary !== undefined && state.summary !== summary
      state.summary = summary
      yield { type: 'reasoning-delta', text: isNext ? `\n\n${event.delta}` : event.delta }
      break
    }
    case 'response.output_item.done':
      state.items.finishItem(event.output_index, event.item)
      break
    default:
      yield* readCallProgress(event, state.items, names)
  }
}

type CallProgress = Extract<Progress, { type: 'response.output_item.added' | 'response.function_call_arguments.delta' }>

function* readCallProgress(event: CallProgress, items: StreamedItems, names: ToolNameMap): Generator<ModelEvent> {
  if (event.type === 'response.output_item.added' && event.item.type !== 'function_call') return
  const text = event.type === 'response.output_item.added' ? '' : event.delta
  const { position, name, pieces } = items.findCall(event.output_index, event.type === 'response.output_item.added' ? event.item.name : undefined)
  pieces.push(text)
  yield { type: 'tool-input-delta', index: position, ...(name && { name: names.fromWire(name) }), text }
}

function* readEnding({ type, response }: Ending, { state, names, label }: StreamContext & { readonly state: AnswerState }): Generator<ModelEvent> {
  // Cut short, its last item is half a one: nothing of it is run or sent back.
  const isWhole = type === 'response.completed'
  const items = isWhole ? state.items.collect(response) : []
  const calls = items.filter(({ item }) => item.type === 'function_call')
  for (const { outputIndex, item } of calls) {
    yield toCallEvent(item, { position: state.items.findCall(outputIndex).position, names, label })
  }
  const raw = isWhole ? 'completed' : response.incomplete_details?.reason ?? 'incomplete'
  const isRefusal = isWhole && state.isRefusal && calls.length === 0
  yield {
    type: 'finish',
    finishReason: toFinishReason(FINISH_REASONS, isRefusal ? 'refusal' : raw, calls.length > 0),
    rawFinishReason: raw,
    usage: toUsage(toChatUsage(response.usage)),
    ...(items.length > 0 && { native: items.map(({ item }) => item) }),
  }
}

/** The same counts, which the chat interface calls otherwise. */
function toChatUsage(usage: ResponseUsage | null | undefined) {
  return {
    prompt_tokens: usage?.input_tokens,
    completion_tokens: usage?.output_tokens,
    prompt_tokens_details: usage?.input_tokens_details,
    completion_tokens_details: usage?.output_tokens_details,
  }
}
