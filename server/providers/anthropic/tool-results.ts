import type { ToolResultBlockParam } from '@anthropic-ai/sdk/resources/messages'
import { noteInstead, type Piece } from '../kit/messages/content-pieces'
import { readOutcome } from '../kit/messages/outcome-pieces'
import { isErrorOutcome, readOutcomeText } from '../kit/messages/outcome-text'
import type { LocatedResult } from '../kit/messages/repair-history'
import type { Translation } from '../provider'
import { toWireContent } from './content-blocks'

/** The id each call of the turn before bears on the wire, by our own. */
type WireIds = ReadonlyMap<string, string>

/** All results of a turn, to go together and first into one user message. */
export function toWireToolResults(results: readonly LocatedResult[], wireIds: WireIds): Translation<ToolResultBlockParam[]> {
  const translated = results.map(result => toWireToolResult(result, wireIds.get(result.callId) ?? result.callId))
  return { wire: translated.map(({ wire }) => wire), warnings: translated.flatMap(({ warnings }) => warnings) }
}

function toWireToolResult({ outcome, name, path }: LocatedResult, wireId: string): Translation<ToolResultBlockParam> {
  const base = { type: 'tool_result' as const, tool_use_id: wireId }
  const place = { path: `${path}/outcome/content`, tool: name }
  const { pieces } = readOutcome(outcome)
  // An error that holds anything but text is refused.
  if (isErrorOutcome(outcome)) {
    return { wire: { ...base, content: readOutcomeText(outcome), is_error: true }, warnings: warnOfMedia(pieces, place) }
  }
  if (pieces.every(piece => piece.type === 'text')) return { wire: { ...base, content: readOutcomeText(outcome) }, warnings: [] }
  const { wire: content, warnings } = toWireContent(pieces, place)
  return { wire: { ...base, content }, warnings }
}

function warnOfMedia(pieces: readonly Piece[], place: { readonly path: string, readonly tool: string }) {
  return pieces.flatMap(piece => piece.type === 'media'
    ? noteInstead(piece, { ...place, label: 'A failed result at Anthropic' }).warnings
    : [])
}
