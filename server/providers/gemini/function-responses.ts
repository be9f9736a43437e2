import type { TranslationWarning } from '#shared/run-event'
import type { ToolOutcome } from '#shared/tool-outcome'
import { noteInstead, readPiece, type Piece } from '../kit/content-pieces'
import { readOutcome } from '../kit/outcome-pieces'
import { isFailure } from '../kit/outcome-text'
import type { LocatedResult } from '../kit/repair-history'
import type { Translation } from '../provider'
import type { WireContent } from './content'
import type { WireCall } from './model-turn'
import { toInlineData, type InlineData } from './user-content'

interface ResponseContext {
  readonly wireCalls: ReadonlyMap<string, WireCall>
  /** Older models take media only beside the responses, not in them. */
  readonly takesMedia: boolean
}

/** All results of a turn in one content, in call order: Gemini counts them against the calls. */
export function toWireFunctionResponses(results: readonly LocatedResult[], context: ResponseContext): Translation<WireContent> {
  const translated = results.map(result => toResponse(result, context))
  const beside = context.takesMedia ? [] : translated.flatMap(({ media }) => media)
  return {
    wire: { role: 'user', parts: [...translated.map(({ part }) => part), ...beside] },
    warnings: translated.flatMap(({ warnings }) => warnings),
  }
}

interface TranslatedResponse {
  readonly part: object
  readonly media: readonly InlineData[]
  readonly warnings: readonly TranslationWarning[]
}

function toResponse(result: LocatedResult, { wireCalls, takesMedia }: ResponseContext): TranslatedResponse {
  const { callId, name, outcome } = result
  const { pieces } = readOutcome(outcome)
  const media = pieces.flatMap(piece => piece.type === 'media' ? toInlineData(piece) ?? [] : [])
  const functionResponse = {
    ...(wireCalls.get(callId) ?? { name }),
    response: toResponseObject(outcome),
    ...(takesMedia && media.length > 0 && { parts: media }),
  }
  return { part: { functionResponse }, media, warnings: pieces.flatMap(piece => warnOfMedia(piece, result, takesMedia)) }
}

/** Always an object with the one key that Gemini knows, because a result may hold any other. */
function toResponseObject(outcome: ToolOutcome): { readonly error: string } | { readonly output: unknown } {
  const { pieces, structure } = readOutcome(outcome)
  const text = pieces.map(readPiece).join('\n')
  if (isFailure(outcome)) return { error: text }
  return { output: structure && !holdsReference(structure.value) ? structure.value : text }
}

/** A result that holds a JSON Schema goes as text: its `$ref` would be taken for a reference to media (github.com/vercel/ai/issues/14369). */
function holdsReference(value: unknown): boolean {
  const pending: unknown[] = [value]
  while (pending.length > 0) {
    const node = pending.pop()
    if (typeof node !== 'object' || node === null) continue
    if ('$ref' in node || '$defs' in node) return true
    pending.push(...Object.values(node))
  }
  return false
}

function warnOfMedia(piece: Piece, { name, path }: LocatedResult, takesMedia: boolean): readonly TranslationWarning[] {
  if (piece.type === 'text') return []
  const place = `${path}/outcome/content`
  if (!toInlineData(piece)) return noteInstead(piece, { label: 'A result at Gemini', path: place, tool: name }).warnings
  if (takesMedia) return []
  const reason = `This model takes no ${piece.kind} inside a tool result; it follows after the results.`
  return [{ tool: name, path: `${place}${piece.path}`, keyword: piece.kind, action: 'rewritten', reason }]
}
