import type { TranslationWarning } from '#shared/run-event'
import type { ToolOutcome } from '#shared/tool-outcome'
import { noteInstead, readPiece, type MediaPiece } from '../kit/messages/content-pieces'
import { readOutcome } from '../kit/messages/outcome-pieces'
import { isErrorOutcome } from '../kit/messages/outcome-text'
import type { LocatedResult } from '../kit/messages/repair-history'
import type { Translation } from '../provider'
import type { WireContent } from './content'
import type { WireCall } from './model-turn'
import { toInlineData, type InlineData } from './user-content'

interface ResponseContext {
  readonly wireCalls: ReadonlyMap<string, WireCall>
  /** Newer models take media in the responses and refuse them beside; with older ones it is the other way round. */
  readonly takesMedia: boolean
}

/** Any other kind is "not supported in `function_response.parts`" (github.com/google-gemini/gemini-cli/issues/16995). */
const RESPONSE_MEDIA: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp', 'application/pdf'])

/** All results of a turn in one content, in call order: Gemini counts them against the calls. */
export function toWireFunctionResponses(results: readonly LocatedResult[], context: ResponseContext): Translation<readonly WireContent[]> {
  const translated = results.map(result => toResponse(result, context))
  const responses = translated.map(({ part }) => part)
  const after = translated.flatMap(({ after }) => after)
  const isApart = context.takesMedia && after.length > 0
  return {
    wire: isApart
      ? [{ role: 'user', parts: responses }, { role: 'user', parts: after }]
      : [
          { role: 'user', parts: [...responses, ...after] },
        ],
    warnings: translated.flatMap(({ warnings }) => warnings),
  }
}

interface TranslatedResponse {
  readonly part: object
  /** Media that may not stand in the response itself. */
  readonly after: readonly InlineData[]
  readonly warnings: readonly TranslationWarning[]
}

function toResponse(result: LocatedResult, { wireCalls, takesMedia }: ResponseContext): TranslatedResponse {
  const { callId, name, outcome } = result
  const media = readOutcome(outcome).pieces.filter(piece => piece.type === 'media').map(piece => (
    { piece, data: toInlineData(piece), isInside: takesMedia && RESPONSE_MEDIA.has(piece.mimeType) }
  ))
  const inside = media.flatMap(({ data, isInside }) => data && isInside ? [data] : [])
  const functionResponse = {
    ...(wireCalls.get(callId) ?? { name }),
    response: toResponseObject(outcome),
    ...(inside.length > 0 && { parts: inside }),
  }
  return {
    part: { functionResponse },
    after: media.flatMap(({ data, isInside }) => data && !isInside ? [data] : []),
    warnings: media.flatMap(({ piece, data, isInside }) => data && isInside ? [] : warnOfMedia(piece, result)),
  }
}

/** Always an object with the one key that Gemini knows, because a result may hold any other. */
function toResponseObject(outcome: ToolOutcome): { readonly error: string } | { readonly output: unknown } {
  const { pieces, structure } = readOutcome(outcome)
  const text = pieces.map(readPiece).join('\n')
  if (isErrorOutcome(outcome)) return { error: text }
  return { output: structure && !holdsReference(structure.value) ? structure.value : text }
}

/**
 * A result that holds a JSON Schema goes as text: its `$ref` would be taken for a reference to media
 * (github.com/vercel/ai/issues/14369).
 */
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

function warnOfMedia(piece: MediaPiece, { name, path }: LocatedResult): readonly TranslationWarning[] {
  const place = `${path}/outcome/content`
  if (!toInlineData(piece)) return noteInstead(piece, { label: 'A result at Gemini', path: place, tool: name }).warnings
  const reason = `This model takes no ${piece.kind} inside a tool result; it follows after the results.`
  return [{ tool: name, path: `${place}${piece.path}`, keyword: piece.kind, action: 'rewritten', reason }]
}
