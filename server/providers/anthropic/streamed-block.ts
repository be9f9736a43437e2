import type { CallArguments } from '#shared/message'
import { parseCallArguments, toCallArguments } from '../kit/stream/call-arguments'
import type { WireBlock, WireDelta } from './wire-event'

/** A content block under construction. Text is collected in pieces and joined once, so that long arguments cost linear time. */
export interface StreamedBlock {
  /** The block as its first event announced it. */
  readonly start: WireBlock
  /** Position among the calls of the answer; absent for everything else. */
  readonly callIndex?: number
  add(delta: WireDelta): void
  /** The arguments of a call. */
  readArguments(): CallArguments
  /** The block as it must be sent back; absent when it cannot be: a kind of delta we do not know, arguments that do not parse. */
  build(): WireBlock | undefined
}

export function createStreamedBlock(start: WireBlock, callIndex?: number): StreamedBlock {
  const text: string[] = []
  const thinking: string[] = []
  const signature: string[] = []
  const json: string[] = []
  const citations: unknown[] = []
  let isReadable = true

  function add(delta: WireDelta): void {
    if (delta.type === 'text_delta') text.push(delta.text ?? '')
    else if (delta.type === 'thinking_delta') thinking.push(delta.thinking ?? '')
    else if (delta.type === 'signature_delta') signature.push(delta.signature ?? '')
    else if (delta.type === 'input_json_delta') json.push(delta.partial_json ?? '')
    else if (delta.type === 'citations_delta') citations.push(delta.citation)
    else isReadable = false
  }

  function readArguments(): CallArguments {
    const joined = json.join('')
    // Some servers of this interface send the whole input with the start and no pieces.
    return joined.trim() === '' ? toCallArguments(start.input) : parseCallArguments(joined)
  }

  function build(): WireBlock | undefined {
    if (!isReadable) return undefined
    const joined = (field: string, pieces: readonly string[]) =>
      pieces.length > 0 ? { [field]: `${typeof start[field] === 'string' ? start[field] : ''}${pieces.join('')}` } : {}
    const block = {
      ...start,
      ...joined('text', text),
      ...joined('thinking', thinking),
      ...joined('signature', signature),
      ...(citations.length > 0 && { citations }),
    }
    if (!('input' in start) && json.length === 0) return block
    const given = readArguments()
    return given.ok ? { ...block, input: given.value } : undefined
  }

  return { start, callIndex, add, readArguments, build }
}
