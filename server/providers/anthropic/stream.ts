import type { AnswerReader, Emit } from '../kit/stream/answer-reader'
import { createCutError } from '../kit/stream/cut-error'
import { createProtocolError } from '../kit/errors/provider-error'
import type { ToolNameMap } from '../kit/tool-names'
import { toProviderError } from './errors'
import { finishAnswer } from './finish-answer'
import { createStreamedBlock, type StreamedBlock } from './streamed-block'
import { createUsageCount } from './usage'
import { parseWireEvent, type WireBlock, type WireDelta, type WireEnding, type WireEvent, type WireUsage } from './wire-event'

interface StreamContext {
  readonly names: ToolNameMap
  readonly label: string
}

interface PlacedBlock {
  readonly index: number
  readonly block: StreamedBlock
}

/** The vendor's events of one answer to ours. Blocks are distinguished by index alone: their order is not guaranteed. */
export class AnthropicReader implements AnswerReader {
  private readonly blocks: PlacedBlock[] = []
  /** The block that each index means now: proxies use one index for several, one after the other. */
  private readonly current = new Map<number, StreamedBlock>()
  private readonly usage = createUsageCount()
  private callCount = 0
  private stopReason: string | null = null
  private explanation: string | undefined
  private isOver = false

  constructor(private readonly context: StreamContext, private readonly emit: Emit) {}

  accept(raw: unknown): boolean {
    const event = readEvent(raw, this.context.label)
    switch (event?.type) {
      case 'message_start':
        this.usage.add(event.message.usage)
        break
      case 'content_block_start':
        this.startBlock(event.index, event.content_block)
        break
      case 'content_block_delta':
        this.continueBlock(event.index, event.delta)
        break
      case 'message_delta':
        this.readEnding(event.delta, event.usage)
        break
      case 'message':
        for (const [index, block] of event.content.entries()) this.startBlock(index, block)
        this.readEnding(event, event.usage)
        this.isOver = true
        break
      case 'message_stop':
        this.isOver = true
        break
      case 'error':
        throw toProviderError({ type: event.error?.type, message: event.error?.message }, this.context.label)
    }
    return this.isOver
  }

  finish(): void {
    if (!this.isOver) throw createCutError(this.context.label)
    const { blocks, stopReason, explanation, usage, context } = this
    finishAnswer({ ...context, blocks: inOrder(blocks), stopReason, explanation, usage: usage.read() }).forEach(this.emit)
  }

  private readEnding({ stop_reason: reason, stop_details: details }: WireEnding, usage: WireUsage | null | undefined): void {
    this.usage.add(usage)
    this.stopReason = reason ?? this.stopReason
    this.explanation = details?.explanation ?? this.explanation
  }

  private startBlock(index: number, start: WireBlock): void {
    if (isSameCall(this.current.get(index)?.start, start)) return
    // Only `tool_use` is ours to run; the vendor runs `server_tool_use` and its kin itself.
    const callIndex = start.type === 'tool_use' ? this.callCount++ : undefined
    const block = createStreamedBlock(start, callIndex)
    this.current.set(index, block)
    this.blocks.push({ index, block })
    if (callIndex !== undefined) {
      this.emit({ type: 'tool-input-delta', index: callIndex, name: this.context.names.fromWire(String(start.name ?? '')), text: '' })
    }
    if (start.type === 'text' && typeof start.text === 'string' && start.text !== '') this.emit({ type: 'text-delta', text: start.text })
    if (start.type === 'thinking' && typeof start.thinking === 'string' && start.thinking !== '') {
      this.emit({ type: 'reasoning-delta', text: start.thinking })
    }
  }

  private continueBlock(index: number, delta: WireDelta): void {
    const block = this.current.get(index)
    block?.add(delta)
    if (delta.type === 'text_delta' && delta.text) this.emit({ type: 'text-delta', text: delta.text })
    if (delta.type === 'thinking_delta' && delta.thinking) this.emit({ type: 'reasoning-delta', text: delta.thinking })
    if (delta.type === 'input_json_delta' && delta.partial_json && block?.callIndex !== undefined) {
      this.emit({ type: 'tool-input-delta', index: block.callIndex, text: delta.partial_json })
    }
  }
}

/** A proxy may tell the beginning of a call twice. */
function isSameCall(known: WireBlock | undefined, start: WireBlock): boolean {
  return known?.type === 'tool_use' && start.type === 'tool_use' && Boolean(start.id) && known.id === start.id
}

/** By index, which is the order of the turn: replayed in another, its signatures are void. One that means several blocks orders nothing. */
function inOrder(blocks: readonly PlacedBlock[]): readonly StreamedBlock[] {
  const isOrdered = new Set(blocks.map(({ index }) => index)).size === blocks.length
  return (isOrdered ? blocks.toSorted((left, right) => left.index - right.index) : blocks).map(({ block }) => block)
}

function readEvent(raw: unknown, label: string): WireEvent | undefined {
  try {
    return parseWireEvent(raw)
  }
  catch (cause) {
    throw createProtocolError(label, { what: 'sent a piece of an answer that cannot be read', cause })
  }
}
