import type { ToolOutcome } from '#shared/tool-outcome'
import { stringifyWellFormed } from '../request/well-formed'
import { readPiece, toPieces, type MediaPiece, type Piece } from './content-pieces'
import { normalizeBase64 } from './media-bytes'
import { hasJsonOf, isSame } from './says-same'

type OkOutcome = Extract<ToolOutcome, { status: 'ok' }>

/** What a model is given of an outcome. */
export interface OutcomePieces {
  /** Never empty. A failure says so first; structured content is added unless the text is the same, or complete by the tool's own word. */
  readonly pieces: readonly Piece[]
  /** The structured content, when it stands for the whole text: vendors that take objects give the model this instead. */
  readonly structure?: { readonly value: unknown }
}

/** Outcomes are never edited, and each stands in the history of every later request. */
const known = new WeakMap<ToolOutcome, OutcomePieces>()

export function readOutcome(outcome: ToolOutcome): OutcomePieces {
  const remembered = known.get(outcome) ?? addNote(composePieces(outcome), outcome)
  known.set(outcome, remembered)
  return remembered
}

/** Last, and in words of ours: what the tool said stays its own. A denial tells its note itself. */
function addNote(composed: OutcomePieces, { status, note }: ToolOutcome): OutcomePieces {
  if (!note || status === 'denied') return composed
  return { pieces: [...composed.pieces, { type: 'text', text: `The person who allowed it adds: ${note}` }] }
}

function composePieces(outcome: ToolOutcome): OutcomePieces {
  const pieces = toPieces(outcome.content)
  if (outcome.status !== 'ok') return { pieces: markError(outcome.status, pieces) }
  const composed = addStructure(pieces, outcome)
  return { ...composed, pieces: orNothing(composed.pieces) }
}

/** Once: a model that reads both forms of one result pays twice. */
function addStructure(pieces: readonly Piece[], { structuredContent: value, isTextComplete }: OkOutcome): OutcomePieces {
  if (value === undefined) return { pieces }
  const texts = pieces.flatMap(piece => piece.type === 'text' ? [piece.text] : [])
  const media = pieces.filter(piece => piece.type === 'media')
  const shown = withoutMedia(value, media)
  // Once: it reads and compares the whole of both.
  const isWhole = texts.length > 0 && isSame(texts, shown)
  const isInText = isWhole || (texts.length > 0 && (isTextComplete === true || isEmpty(value) || hasJsonOf(texts, shown)))
  return {
    pieces: isInText || holdsOnly(shown, media.map(readPiece))
      ? pieces
      : [
          ...pieces, { type: 'text', text: stringifyWellFormed(shown) },
        ],
    ...(media.length === 0 && (texts.length === 0 || isWhole) && { structure: { value } }),
  }
}

function isEmpty(value: unknown): boolean {
  return value === null || (typeof value === 'object' && !Array.isArray(value) && Object.keys(value).length === 0)
}

/** Whether nothing is left of a structure but notes of media that go out themselves. Iterative: a server may nest deeper than the stack. */
function holdsOnly(value: unknown, notes: readonly string[]): boolean {
  const pending: unknown[] = [value]
  let found = 0
  while (pending.length > 0) {
    const node = pending.pop()
    if (typeof node === 'object' && node !== null) pending.push(...Object.values(node))
    else if (typeof node === 'string' && notes.includes(node)) found += 1
    else return false
  }
  return found > 0
}

function markError(status: string, pieces: readonly Piece[]): readonly Piece[] {
  const [first, ...rest] = pieces
  const mark = `Error (${status}): `
  if (first?.type === 'text') return [{ type: 'text', text: `${mark}${first.text}` }, ...rest]
  return [{ type: 'text', text: `${mark}${pieces.length === 0 ? 'the tool gave no reason.' : 'the tool returned this.'}` }, ...pieces]
}

function orNothing(pieces: readonly Piece[]): readonly Piece[] {
  return pieces.length > 0 ? pieces : [{ type: 'text', text: 'The tool completed and returned nothing.' }]
}

/** Servers repeat a picture in their structure, as megabytes of text: there a note stands for it. */
function withoutMedia(value: unknown, media: readonly MediaPiece[]): unknown {
  const notes = new Map(media.filter(({ data }) => data !== '').map(piece => [piece.data, readPiece(piece)]))
  if (notes.size === 0) return value
  return JSON.parse(JSON.stringify(value, (_key, node: unknown) => typeof node === 'string'
    ? notes.get(normalizeBase64(node))
    ?? node
    : node))
}
