import { parseCallArguments, toCallArguments } from '../kit/stream/call-arguments'
import { createProtocolError } from '../kit/faults/provider-error'
import type { ToolNameMap } from '../kit/tool-names'
import type { ModelEvent } from '../provider'
import { isCall, type CallItem, type FinalResponse, type OutputItem } from './event'
import type { WrappedCall } from './parallel-wrapper'

interface StreamedCall {
  readonly position: number
  readonly name?: string
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
  finishItem(outputIndex: number, item: OutputItem): void
  /** All items in order, ready to be sent back. Some gateways send them only with the end of the answer. */
  collect(response: FinalResponse): readonly PlacedItem[]
}

export interface PlacedItem { readonly outputIndex: number, readonly item: OutputItem }

export function createStreamedItems(): StreamedItems {
  const calls = new Map<number, StreamedCall>()
  const finished = new Map<number, OutputItem>()
  let count = 0

  function findCall(outputIndex: number, name?: string): StreamedCall {
    const known = calls.get(outputIndex)
    if (known) return known
    const call = { position: count++, ...(name && { name }), pieces: [] }
    calls.set(outputIndex, call)
    return call
  }

  function complete(outputIndex: number, item: OutputItem): OutputItem {
    if (!isCall(item) || item.arguments) return item
    return { ...item, arguments: findCall(outputIndex).pieces.join('') || '{}' }
  }

  return {
    findCall,
    countCall: () => count++,
    finishItem: (outputIndex, item) => {
      finished.set(outputIndex, item)
    },
    collect: (response) => {
      const items = finished.size > 0 ? [...finished].sort(([left], [right]) => left - right) : [...(response.output ?? []).entries()]
      return items.map(([outputIndex, item]) => ({ outputIndex, item: complete(outputIndex, item) }))
    },
  }
}

interface CallPlace { readonly position: number, readonly names: ToolNameMap, readonly label: string }

export function toCallEvent(item: CallItem, { position, names, label }: CallPlace): CallEvent {
  if (!item.name) throw createProtocolError(label, { what: 'called a tool without naming it' })
  return {
    type: 'tool-call',
    index: position,
    ...(item.call_id !== undefined && { providerCallId: item.call_id }),
    name: names.fromWire(item.name),
    arguments: parseCallArguments(item.arguments ?? ''),
    raw: item,
  }
}

/** Without an id of the service, which knows only the wrapper. */
export function toWrappedCallEvent(call: WrappedCall, { position, names }: Omit<CallPlace, 'label'>): CallEvent {
  return { type: 'tool-call', index: position, name: names.fromWire(call.name), arguments: toCallArguments(call.arguments), raw: call }
}
