import { parseCallArguments, toCallArguments } from '../kit/stream/call-arguments'
import { createCallLimitError, MAX_CALLS_PER_ANSWER } from '../kit/stream/call-limit'
import { createProtocolError } from '../kit/errors/provider-error'
import type { ToolNameMap } from '../kit/tool-names'
import type { ModelEvent } from '../provider'
import { isCall, type CallItem, type FinalResponse, type OutputItem } from './event'
import type { WrappedCall } from './parallel-wrapper'

interface StreamedCall {
  readonly position: number
  name?: string
  /** Joined once at the end, so that a long argument text costs linear time. */
  readonly pieces: string[]
}

export type CallEvent = Extract<ModelEvent, { type: 'tool-call' }>

/** The items of one answer while they arrive. */
export interface StreamedItems {
  /** The call at this place of the output; counted among the calls when it is seen first. */
  findCall(outputIndex: number, name?: string): StreamedCall
  /** The position of one more call, which has no place of its own in the output. */
  countCall(): number
  announceItem(outputIndex: number, item: OutputItem): void
  finishItem(outputIndex: number, item: OutputItem): void
  /** All items of an answer that is over. */
  collect(response: FinalResponse): Output
}

interface Output {
  /** In order. */
  readonly items: readonly PlacedItem[]
  /** Whether all that was announced came, so that the items can be sent back. */
  readonly isComplete: boolean
}

export interface PlacedItem { readonly outputIndex: number, readonly item: OutputItem }

/** Throws an `AppError` at an item too many, whatever it is: each is compared with the others. */
export function createStreamedItems(label: string): StreamedItems {
  const calls = new Map<number, StreamedCall>()
  const announced = new Map<number, OutputItem>()
  const finished = new Map<number, OutputItem>()
  let count = 0

  function limit(items: number): void {
    if (items > MAX_CALLS_PER_ANSWER) throw createCallLimitError(label)
  }

  function findCall(outputIndex: number, name?: string): StreamedCall {
    const call: StreamedCall = calls.get(outputIndex) ?? { position: count++, pieces: [] }
    calls.set(outputIndex, call)
    limit(calls.size)
    if (name) call.name ??= name
    return call
  }

  function complete(outputIndex: number, item: OutputItem): OutputItem {
    if (!isCall(item) || item.arguments) return item
    return { ...item, arguments: findCall(outputIndex).pieces.join('') || '{}' }
  }

  function keep(items: Map<number, OutputItem>, outputIndex: number, item: OutputItem): void {
    items.set(outputIndex, item)
    limit(items.size)
  }

  return {
    findCall,
    countCall: () => count++,
    announceItem: (outputIndex, item) => keep(announced, outputIndex, item),
    finishItem: (outputIndex, item) => keep(finished, outputIndex, item),
    collect: (response) => {
      limit(response.output?.length ?? 0)
      const gathered = gather(response, { calls, announced, finished })
      const inOrder = [...gathered].sort(([left], [right]) => left - right)
      return {
        items: inOrder.map(([outputIndex, item]) => ({ outputIndex, item: complete(outputIndex, item) })),
        isComplete: [...announced.keys()].every(place => gathered.has(place)),
      }
    },
  }
}

interface Streamed {
  readonly calls: ReadonlyMap<number, StreamedCall>
  readonly announced: ReadonlyMap<number, OutputItem>
  readonly finished: ReadonlyMap<number, OutputItem>
}

/** Gateways leave out the end of an item, and some send it only with the end of the answer, or not at all. */
function gather({ output }: FinalResponse, { calls, announced, finished }: Streamed): ReadonlyMap<number, OutputItem> {
  const gathered = new Map(finished)
  for (const [index, item] of (output ?? []).entries()) {
    const place = findPlace(item, index, new Map([...announced, ...gathered]))
    const isNews = isCall(item) || finished.size === 0 || announced.has(place)
    if (isNews && !gathered.has(place)) gathered.set(place, item)
  }
  for (const [place, { name }] of calls) {
    const item = announced.get(place) ?? { type: 'function_call', name }
    if (!gathered.has(place) && isCall(item) && item.name) gathered.set(place, { ...item, status: 'completed' })
  }
  return gathered
}

/** Where an item of the whole answer was in the stream: its own place in the list, unless another item is there. */
function findPlace(item: OutputItem, index: number, known: ReadonlyMap<number, OutputItem>): number {
  if (isCall(item) && item.call_id) {
    for (const [place, other] of known) if (isCall(other) && other.call_id === item.call_id) return place
  }
  const there = known.get(index)
  const isFree = !there || (there.type === item.type && !(isCall(there) && isCall(item) && there.call_id && item.call_id))
  return isFree ? index : Math.max(...known.keys()) + 1
}

interface CallPlace { readonly position: number, readonly names: ToolNameMap, readonly label: string }

export function toCallEvent(item: CallItem, { position, names, label }: CallPlace): CallEvent {
  if (!item.name) throw createProtocolError(label, { what: 'called a tool without naming it' })
  const given = parseCallArguments(item.arguments ?? '')
  return {
    type: 'tool-call',
    index: position,
    ...(item.call_id !== undefined && { providerCallId: item.call_id }),
    name: names.fromWire(item.name),
    arguments: given,
    raw: given.ok ? item : { ...item, arguments: given.text },
  }
}

/** Without an id of the service, which knows only the wrapper. */
export function toWrappedCallEvent(call: WrappedCall, { position, names }: Omit<CallPlace, 'label'>): CallEvent {
  return { type: 'tool-call', index: position, name: names.fromWire(call.name), arguments: toCallArguments(call.arguments), raw: call }
}
