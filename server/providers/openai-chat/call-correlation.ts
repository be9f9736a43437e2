import type { CallDelta } from './chunk'
import { createStreamedCall, readFragment, startsObject, type CallFragment, type StreamedCall } from './streamed-call'

/** Whether a tool was offered under this wire name: what a name in pieces may join to. */
type IsOffered = (wireName: string) => boolean

/** What one fragment added to one call. */
interface CallGrowth { readonly call: StreamedCall, readonly text: string }

export interface CallCorrelator {
  /**
   * Takes the `tool_calls` of one chunk; fragments that fit no single call are left out. Lazy: the reader stops at the
   * limit of calls, also in the middle of a chunk that holds many more.
   */
  accept(deltas: readonly CallDelta[]): Iterable<CallGrowth>
  readonly calls: readonly StreamedCall[]
}

/**
 * Decides which call a streamed fragment belongs to. By the book `index` says so; servers leave it out, send 0 for
 * every call, repeat or change ids and names. The first rule that speaks decides:
 * a known id, an unseen id with a new beginning, the index, the name, and at last "there is only one it could be".
 */
export function createCallCorrelator(isOffered: IsOffered): CallCorrelator {
  const calls: StreamedCall[] = []

  function* accept(deltas: readonly CallDelta[]): Generator<CallGrowth, void> {
    const growths: CallGrowth[] = []
    for (const delta of deltas) {
      const fragment = readFragment(delta)
      const call = findCall(fragment, growths)
      if (!call) continue
      grow(call, fragment, isOffered)
      const growth = { call, text: fragment.text }
      growths.push(growth)
      yield growth
    }
  }

  function findCall(fragment: CallFragment, growths: readonly CallGrowth[]): StreamedCall | undefined {
    if (fragment.id === undefined && fragment.name === undefined && fragment.vendorIndex === undefined) return findOnlyOpen(fragment.text)
    const known = findKnown(calls, fragment)
    // Two named entries of one chunk are two calls, even if both claim the same index; but not where the text just goes on.
    const twin = fragment.name !== undefined
      && (fragment.text === '' || startsObject(fragment.text))
      && growths.some(({ call }) => call === known)
    if (known && !twin && !beginsAnother(known, fragment, isOffered)) return known
    // Text with an unseen id and nothing else continues the only call there is; some servers make up an id per chunk.
    if (!known && fragment.name === undefined && fragment.vendorIndex === undefined && calls.length > 0) return findOnlyOpen(fragment.text)
    return open()
  }

  function findOnlyOpen(text: string): StreamedCall | undefined {
    if (text.trim() === '') return undefined
    if (calls.length === 0) return open()
    const candidates = calls.length > 1 ? calls.filter(call => !call.scan.isClosed()) : calls
    if (candidates.length === 1) return candidates[0]
    // It may have belonged to any of these: none of them may run with arguments that lack it.
    for (const call of candidates) call.damaged = true
    return undefined
  }

  function open(): StreamedCall {
    const call = createStreamedCall(calls.length)
    calls.push(call)
    return call
  }

  return { accept, calls }
}

function findKnown(calls: readonly StreamedCall[], fragment: CallFragment): StreamedCall | undefined {
  const byId = fragment.id === undefined ? [] : calls.filter(call => call.id === fragment.id)
  // Where calls share an id, the index tells them apart.
  if (byId.length > 0) return byId.findLast(call => call.vendorIndex === fragment.vendorIndex) ?? byId.at(-1)
  if (fragment.vendorIndex !== undefined) return calls.findLast(call => call.vendorIndex === fragment.vendorIndex)
  if (fragment.id !== undefined) return undefined
  return calls.findLast(call => call.name === fragment.name) ?? calls.at(-1)
}

function beginsAnother(call: StreamedCall, fragment: CallFragment, isOffered: IsOffered): boolean {
  if (fragment.name === undefined) return false
  const otherIndex = fragment.vendorIndex !== undefined && call.vendorIndex !== undefined && fragment.vendorIndex !== call.vendorIndex
  if (otherIndex) return true
  // One id for all calls, and a whole call is followed by the beginning of one of another tool.
  if (call.id !== undefined && call.id === fragment.id) {
    return !continuesName(call, fragment.name, isOffered) && startsObject(fragment.text) && call.scan.isClosed()
  }
  if (!continuesName(call, fragment.name, isOffered)) return true
  const unseenId = fragment.id !== undefined && call.id !== undefined
  if (unseenId && startsObject(fragment.text)) return true
  // Neither has arguments: nothing is continued here, so these are two calls of one tool.
  if (unseenId && call.name === fragment.name && call.pieces.length === 0 && fragment.text === '') return true
  return (unseenId || startsObject(fragment.text)) && call.scan.isClosed()
}

function continuesName(call: StreamedCall, name: string, isOffered: IsOffered): boolean {
  return call.name === '' || call.name === name || isNextNamePiece(call, name, isOffered)
}

/** A split name: only believed before any argument, and when the joined name is a tool that was offered. */
function isNextNamePiece(call: StreamedCall, piece: string, isOffered: IsOffered): boolean {
  return call.pieces.length === 0 && !isOffered(piece) && isOffered(call.name + piece)
}

function grow(call: StreamedCall, fragment: CallFragment, isOffered: IsOffered): void {
  call.id ??= fragment.id
  call.vendorIndex ??= fragment.vendorIndex
  if (fragment.name !== undefined) {
    if (call.name === '') call.name = fragment.name
    else if (call.name !== fragment.name && isNextNamePiece(call, fragment.name, isOffered)) call.name += fragment.name
  }
  if (fragment.text !== '') call.pieces.push(fragment.text)
  if (Object.keys(fragment.extras).length > 0) call.extras = { ...call.extras, ...fragment.extras }
}
