import type { FinishReason } from '#shared/run-event'
import type { AnswerReader, Emit } from '../kit/answer-reader'
import { createCutError } from '../kit/cut-error'
import { toFinishReason } from '../kit/finish-reason'
import { createProtocolError } from '../kit/provider-error'
import type { ToolNameMap } from '../kit/tool-names'
import { toUsage } from '../openai-chat/usage'
import { toFailureError } from './errors'
import { parseResponseEvent, type OutputItem, type ResponseEvent, type ResponseUsage } from './event'
import { isWrapperName, unwrapCalls, type WrappedCall } from './parallel-wrapper'
import { createStreamedItems, toCallEvent, toWrappedCallEvent, type CallEvent } from './streamed-items'

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

type Ending = Extract<ResponseEvent, { type: 'response.completed' | 'response.incomplete' }>
type Summary = Extract<ResponseEvent, { type: 'response.reasoning_summary_text.delta' }>

interface FoundCall {
  readonly item: OutputItem
  readonly position: number
  /** The calls in it, when it is only a wrapper. */
  readonly wrapped?: readonly WrappedCall[]
}

/** Typed events of one answer to model events. Throws for a failed answer and for an end without a closing event. */
export class ResponsesReader implements AnswerReader {
  private readonly items = createStreamedItems()
  private ending: Ending | undefined
  private isRefusal = false
  /** Which reasoning summary the last piece was of; the parts of one item come without a break between them. */
  private summary: string | undefined

  constructor(private readonly context: StreamContext, private readonly emit: Emit) {}

  accept(raw: unknown): boolean {
    const event = parseResponseEvent(raw)
    if (event && !event.success) throw createProtocolError(this.context.label, { what: 'sent a piece of an answer that cannot be read', cause: event.error })
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
        return this.emit({ type: 'text-delta', text: event.delta })
      case 'response.output_text.delta':
        return this.emit({ type: 'text-delta', text: event.delta })
      case 'response.reasoning_text.delta':
        return this.emit({ type: 'reasoning-delta', text: event.delta })
      case 'response.reasoning_summary_text.delta':
        return this.readSummary(event)
      case 'response.output_item.added':
        return event.item.type === 'function_call' ? this.growCall(event.output_index, event.item.name, '') : undefined
      case 'response.function_call_arguments.delta':
        return this.growCall(event.output_index, undefined, event.delta)
      case 'response.function_call_arguments.done':
        // The same text once more, unless a gateway sends it only now.
        return this.items.findCall(event.output_index).pieces.some(piece => piece !== '') ? undefined : this.growCall(event.output_index, undefined, event.arguments)
      case 'response.output_item.done':
        return this.items.finishItem(event.output_index, event.item)
      case 'response.completed':
      case 'response.incomplete':
        this.ending = event
        return
      case 'response.failed':
        throw toFailureError(event.response.error, this.context.label)
      case 'error':
        throw toFailureError(event.error ?? event, this.context.label)
      default:
        return event satisfies never
    }
  }

  private readSummary({ output_index: place, summary_index: part, delta }: Summary): void {
    const current = `${place}/${part}`
    const isNext = this.summary !== undefined && this.summary !== current
    this.summary = current
    this.emit({ type: 'reasoning-delta', text: isNext ? `\n\n${delta}` : delta })
  }

  private growCall(outputIndex: number, announced: string | undefined, text: string): void {
    const { position: index, name, pieces } = this.items.findCall(outputIndex, announced)
    pieces.push(text)
    // What the wrapper holds is shown as calls of their own, once it is whole.
    if (isWrapperName(name, this.context.names)) return
    this.emit(name ? { type: 'tool-input-delta', index, name: this.context.names.fromWire(name), text } : { type: 'tool-input-delta', index, text })
  }

  private readEnding({ type, response }: Ending): void {
    // Cut short, its last item is half a one: nothing of it is run or sent back.
    const isWhole = type === 'response.completed'
    const output = isWhole ? this.items.collect(response) : []
    const calls = output.filter(({ item }) => item.type === 'function_call')
      .map(({ outputIndex, item }) => ({ item, position: this.items.findCall(outputIndex).position, wrapped: unwrapCalls(item, this.context.names) }))
    calls.flatMap(call => this.toCallEvents(call)).forEach(this.emit)
    const raw = isWhole ? 'completed' : response.incomplete_details?.reason ?? 'incomplete'
    // A turn with a wrapper is rebuilt from the calls in it: they have results of their own, and the wrapper would want one.
    const isReplayable = output.length > 0 && !calls.some(({ wrapped }) => wrapped)
    this.emit({
      type: 'finish',
      finishReason: toFinishReason(FINISH_REASONS, isWhole && this.isRefusal && calls.length === 0 ? 'refusal' : raw, calls.length > 0),
      rawFinishReason: raw,
      usage: toUsage(toChatUsage(response.usage)),
      ...(isReplayable && { native: output.map(({ item }) => item) }),
    })
  }

  private toCallEvents({ item, position, wrapped }: FoundCall): readonly CallEvent[] {
    if (!wrapped) return [toCallEvent(item, { ...this.context, position })]
    // The first takes the wrapper's place; the others come after all calls that have one.
    return wrapped.map((call, index) => toWrappedCallEvent(call, { ...this.context, position: index === 0 ? position : this.items.countCall() }))
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
