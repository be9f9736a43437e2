import { createProtocolError } from '../kit/provider-error'
import type { ToolNameMap } from '../kit/tool-names'
import type { ModelEvent } from '../provider'
import { toProviderError } from './errors'
import { finishAnswer } from './finish-answer'
import { createStreamedBlock, type StreamedBlock } from './streamed-block'
import { createUsageCount } from './usage'
import { parseWireEvent, type WireBlock, type WireDelta, type WireEvent } from './wire-event'

interface StreamContext {
  readonly names: ToolNameMap
  readonly label: string
}

/** Whether this event ends a whole answer. */
export function isFinalEvent(raw: unknown): boolean {
  return typeof raw === 'object' && raw !== null && 'type' in raw && raw.type === 'message_stop'
}

/** The vendor's events of one answer to ours. Blocks are told apart by index alone: their order is not promised. */
export async function* fromWireStream(events: AsyncIterable<unknown>, context: StreamContext): AsyncGenerator<ModelEvent> {
  const blocks = new Map<number, StreamedBlock>()
  const usage = createUsageCount()
  let stopReason: string | null = null
  for await (const raw of events) {
    const event = readEvent(raw, context.label)
    switch (event?.type) {
      case 'message_start':
        usage.add(event.message.usage)
        break
      case 'content_block_start':
        yield* startBlock(event, blocks, context.names)
        break
      case 'content_block_delta':
        yield* continueBlock(event, blocks)
        break
      case 'message_delta':
        usage.add(event.usage)
        stopReason = event.delta.stop_reason ?? stopReason
        break
      case 'message_stop':
        yield* finishAnswer({ blocks: inOrder(blocks), stopReason, names: context.names, usage: usage.read() })
        return
      case 'error':
        throw toProviderError({ type: event.error?.type, message: event.error?.message }, context.label)
    }
  }
  throw createProtocolError(context.label, { what: 'broke off in the middle of its answer' })
}

/** By index, which is the order of the turn: replayed in another, its signatures are void. */
function inOrder(blocks: ReadonlyMap<number, StreamedBlock>): readonly StreamedBlock[] {
  return [...blocks].sort(([left], [right]) => left - right).map(([, block]) => block)
}

function readEvent(raw: unknown, label: string): WireEvent | undefined {
  try {
    return parseWireEvent(raw)
  }
  catch (cause) {
    throw createProtocolError(label, { what: 'sent a piece of an answer that cannot be read', cause })
  }
}

function* startBlock(event: { index: number, content_block: WireBlock }, blocks: Map<number, StreamedBlock>, names: ToolNameMap): Generator<ModelEvent> {
  const { index, content_block: start } = event
  // Only `tool_use` is ours to run; the vendor runs `server_tool_use` and its kin itself.
  const callIndex = start.type === 'tool_use' ? countCalls(blocks) : undefined
  blocks.set(index, createStreamedBlock(start, callIndex))
  if (callIndex !== undefined) yield { type: 'tool-input-delta', index: callIndex, name: names.fromWire(String(start.name)), text: '' }
  if (start.type === 'text' && typeof start.text === 'string' && start.text !== '') yield { type: 'text-delta', text: start.text }
}

function countCalls(blocks: ReadonlyMap<number, StreamedBlock>): number {
  return [...blocks.values()].filter(({ callIndex }) => callIndex !== undefined).length
}

function* continueBlock({ index, delta }: { index: number, delta: WireDelta }, blocks: ReadonlyMap<number, StreamedBlock>): Generator<ModelEvent> {
  const block = blocks.get(index)
  block?.add(delta)
  if (delta.type === 'text_delta' && delta.text) yield { type: 'text-delta', text: delta.text }
  if (delta.type === 'thinking_delta' && delta.thinking) yield { type: 'reasoning-delta', text: delta.thinking }
  if (delta.type === 'input_json_delta' && delta.partial_json && block?.callIndex !== undefined) {
    yield { type: 'tool-input-delta', index: block.callIndex, text: delta.partial_json }
  }
}
