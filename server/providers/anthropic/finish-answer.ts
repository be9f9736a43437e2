import type { FinishReason, Usage } from '#shared/run-event'
import { toFinishReason } from '../kit/stream/finish-reason'
import { createProtocolError } from '../kit/errors/provider-error'
import type { ToolNameMap } from '../kit/tool-names'
import type { ModelEvent } from '../provider'
import type { StreamedBlock } from './streamed-block'
import type { WireBlock } from './wire-event'

const FINISH_REASONS: Readonly<Record<string, FinishReason>> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  tool_use: 'tool-calls',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  refusal: 'content-filter',
  pause_turn: 'continue',
}

/** Asking for a longer answer would not help here, as it does at `max_tokens`. */
const WINDOW_FULL = 'The conversation fills the model\'s context window: go on in a new chat, or choose a model with a larger one.'

interface Answer {
  readonly blocks: readonly StreamedBlock[]
  readonly stopReason: string | null
  /** The vendor's words for a refusal. */
  readonly explanation?: string
  readonly names: ToolNameMap
  readonly usage: Usage
  readonly label: string
}

/** The calls, now that it is known how the answer ended, and the ending. */
export function finishAnswer({ blocks, stopReason, explanation, names, usage, label }: Answer): readonly ModelEvent[] {
  const ending = toFinishReason(FINISH_REASONS, stopReason, false)
  const whole = findWholeBlocks(blocks, ending)
  const calls = whole.filter(({ callIndex }) => callIndex !== undefined).map(block => toCallEvent(block, names, label))
  const native = toNative(whole)
  const finishReason = toFinishReason(FINISH_REASONS, stopReason, calls.length > 0)
  const why = stopReason === 'model_context_window_exceeded' ? WINDOW_FULL : explanation
  return [...calls, {
    type: 'finish', finishReason, rawFinishReason: stopReason, usage, ...(why && { explanation: why }), ...(native && { native }),
  }]
}

/**
 * What may run and go back. At a limit the last block may be a call with half its arguments, even when they parse: the
 * vendor leaves a value out that it could not finish; or thinking without its signature. Of a refused answer, nothing.
 */
function findWholeBlocks(blocks: readonly StreamedBlock[], ending: FinishReason): readonly StreamedBlock[] {
  if (ending === 'content-filter') return []
  return ending === 'length' && blocks.at(-1)?.start.type !== 'text' ? blocks.slice(0, -1) : blocks
}

function toCallEvent(block: StreamedBlock, names: ToolNameMap, label: string): Extract<ModelEvent, { type: 'tool-call' }> {
  const { id, name } = block.start
  if (typeof name !== 'string' || name === '') throw createProtocolError(label, { what: 'called a tool without naming it' })
  const given = block.readArguments()
  return {
    type: 'tool-call',
    index: block.callIndex ?? 0,
    ...(typeof id === 'string' && id !== '' && { providerCallId: id }),
    name: names.fromWire(name),
    arguments: given,
    raw: { ...block.start, input: given.ok ? given.value : given.text },
  }
}

/** The turn for replay; absent when a block cannot be sent back as it was, for then no signature after it holds. */
function toNative(blocks: readonly StreamedBlock[]): { content: readonly WireBlock[] } | undefined {
  const built = blocks.map(block => block.build())
  const content = built.filter(block => block !== undefined).filter(block => !isBlankText(block))
  return content.length > 0 && built.every(block => block !== undefined) ? { content } : undefined
}

/** The vendor returns these at times and refuses to have them back. */
function isBlankText(block: WireBlock): boolean {
  return block.type === 'text' && typeof block.text === 'string' && block.text.trim() === ''
}
