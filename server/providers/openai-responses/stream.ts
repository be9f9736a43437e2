import type { FinishReason } from '#shared/run-event'
import type { AnswerReader, Emit } from '../kit/stream/answer-reader'
import { createCutError } from '../kit/stream/cut-error'
import { toFinishReason } from '../kit/stream/finish-reason'
import { createProtocolError } from '../kit/errors/provider-error'
import { findSizeError } from '../kit/tools/argument-errors'
import type { ToolNameMap } from '../kit/tool-names'
import { toUsage } from '../openai-chat/usage'
import { toResponseError } from './errors'
import {
  isCall, isMessage, parseResponseEvent, type CallItem, type FinalResponse, type OutputItem, type ResponseEvent, type ResponseUsage,
} from './event'
import { isWrapperName, unwrapCalls, type WrappedCall } from './parallel-wrapper'
import { createStreamedItems, toCallEvent, toWrappedCallEvent, type CallEvent, type PlacedItem, type StreamedItems } from './streamed-items'

const FINISH_REASONS: Readonly<Record<string, FinishReason>> = {
  completed: 'stop',
  refusal: 'content-filter',
  max_output_tokens: 'length',
  content_filter: 'content-filter',
}

/** Endings that a gateway may put into the event of a completed answer. */
const CUT_SHORT: ReadonlySet<string> = new Set(['incomplete', 'cancelled'])

interface StreamContext {
  readonly names: ToolNameMap
  readonly label: string
}

type TextDeltaType = 'text-delta' | 'reasoning-delta'
type Ending = Extract<ResponseEvent, { type: 'response.completed' | 'response.incomplete' }>

interface FoundCall {
  readonly item: CallItem
  readonly position: number
  /** The calls in it, when it is only a wrapper. */
  readonly wrapped?: readonly WrappedCall[]
}

/** Typed events of one answer to model events. Throws for a failed answer and for an end without a closing event. */
export class ResponsesReader implements AnswerReader {
  private readonly items: StreamedItems
  private ending: Ending | undefined
  private isRefusal = false
  private hasText = false
  /** What the last words were of: messages, and the parts of a summary, follow each other without a break. */
  private said: { readonly type: TextDeltaType, readonly place: string } | undefined

  constructor(private readonly context: StreamContext, private readonly emit: Emit) {
    this.items = createStreamedItems(context.label)
  }

  accept(raw: unknown): boolean {
    const event = parseResponseEvent(raw)
    if (event && !event.success) {
      throw createProtocolError(this.context.label, { what: 'sent a piece of an answer that cannot be read', cause: event.error })
    }
    if (event) this.read(event.data)
    return this.ending !== undefined
  }

  finish(): void {
    if (!this.ending) throw createCutError(this.context.label)
    this.readEnding(this.ending)
  }

  private read(event: ResponseEvent): void {
    switch (event.type) {
      case 'response.refusal.delta':
        this.isRefusal = true
        return this.say('text-delta', `${event.output_index}`, event.delta)
      case 'response.output_text.delta':
        return this.say('text-delta', `${event.output_index}`, event.delta)
      case 'response.reasoning_text.delta':
        return this.emit({ type: 'reasoning-delta', text: event.delta })
      case 'response.reasoning_summary_text.delta':
        return this.say('reasoning-delta', `${event.output_index}/${event.summary_index}`, event.delta)
      case 'response.output_item.added':
        return this.startItem(event.output_index, event.item)
      case 'response.function_call_arguments.delta':
        return this.growCall(event.output_index, undefined, event.delta)
      case 'response.function_call_arguments.done':
        return this.endArguments(event.output_index, event)
      case 'response.output_item.done':
        return this.items.finishItem(event.output_index, event.item)
      case 'response.completed':
      case 'response.incomplete':
        this.ending = event
        return
      case 'response.failed':
        throw toResponseError(event.response.error, this.context.label)
      case 'error':
        throw toResponseError(event.error ?? event, this.context.label)
      default:
        return event satisfies never
    }
  }

  private say(type: TextDeltaType, place: string, text: string): void {
    const isNext = this.said?.type === type && this.said.place !== place
    this.said = { type, place }
    this.hasText ||= type === 'text-delta'
    this.emit({ type, text: isNext ? `\n\n${text}` : text })
  }

  private startItem(outputIndex: number, item: OutputItem): void {
    this.items.announceItem(outputIndex, item)
    if (isCall(item)) this.growCall(outputIndex, item.name, '')
  }

  /** The same text once more, unless a gateway sends it only now. */
  private endArguments(outputIndex: number, { name, arguments: text }: { readonly name?: string, readonly arguments: string }): void {
    const isNews = this.items.findCall(outputIndex, name).pieces.length === 0
    if (isNews) this.growCall(outputIndex, name, text)
  }

  private growCall(outputIndex: number, announced: string | undefined, text: string): void {
    const { position: index, name, pieces } = this.items.findCall(outputIndex, announced)
    if (text !== '') pieces.push(text)
    // What the wrapper holds is shown as calls of their own, once it is whole.
    if (isWrapperName(name, this.context.names)) return
    this.emit(
      name ? { type: 'tool-input-delta', index, name: this.context.names.fromWire(name), text } : { type: 'tool-input-delta', index, text },
    )
  }

  private readEnding({ type, response }: Ending): void {
    if (response.status === 'failed') throw toResponseError(response.error, this.context.label)
    const { items: output, isComplete } = this.items.collect(response)
    this.readMessages(output)
    // Cut short, its last item is half a one: nothing of it is run or sent back.
    const isWhole = type === 'response.completed' && !CUT_SHORT.has(response.status ?? '')
    const calls = isWhole && !this.isRefusal ? this.findCalls(output) : []
    calls.flatMap(call => this.toCallEvents(call)).forEach(this.emit)
    const raw = isWhole ? 'completed' : describeCut(response)
    // A turn with a wrapper is rebuilt from the calls in it: they have results of their own, and the wrapper would want one.
    // So is one with a call that is too large to be kept.
    const isReplayable = isWhole && isComplete && output.length > 0
      && !calls.some(({ item, wrapped }) => wrapped || findSizeError(item.arguments ?? ''))
    this.emit({
      type: 'finish',
      finishReason: toFinishReason(FINISH_REASONS, isWhole && this.isRefusal ? 'refusal' : raw, calls.length > 0),
      rawFinishReason: raw,
      usage: toUsage(response.usage && toChatUsage(response.usage)),
      ...(isReplayable && { native: output.map(({ item }) => item) }),
    })
  }

  /** Whole messages say again what was streamed, unless a gateway sends them only. */
  private readMessages(output: readonly PlacedItem[]): void {
    const isUnsaid = !this.hasText
    for (const { outputIndex, item } of output) {
      if (!isMessage(item)) continue
      for (const { text, refusal } of item.content) {
        this.isRefusal ||= Boolean(refusal)
        const shownText = text || refusal
        if (isUnsaid && shownText) this.say('text-delta', `${outputIndex}`, shownText)
      }
    }
  }

  private findCalls(output: readonly PlacedItem[]): readonly FoundCall[] {
    return output.flatMap(({ outputIndex, item }) => isCall(item) && item.status !== 'incomplete'
      ? [{ item, position: this.items.findCall(outputIndex).position, wrapped: unwrapCalls(item, this.context.names) }]
      : [])
  }

  private toCallEvents({ item, position, wrapped }: FoundCall): readonly CallEvent[] {
    if (!wrapped) return [toCallEvent(item, { ...this.context, position })]
    // The first takes the wrapper's place; the others come after all calls that have one.
    return wrapped.map((call, index) => toWrappedCallEvent(call, {
      ...this.context, position: index === 0 ? position : this.items.countCall(),
    }))
  }
}

function describeCut({ status, incomplete_details: details }: FinalResponse): string {
  return details?.reason ?? (status === 'cancelled' ? status : 'incomplete')
}

/** The same counts, which the chat interface calls otherwise. */
function toChatUsage(usage: ResponseUsage) {
  return {
    prompt_tokens: usage.input_tokens,
    completion_tokens: usage.output_tokens,
    prompt_tokens_details: usage.input_tokens_details,
    completion_tokens_details: usage.output_tokens_details,
  }
}
