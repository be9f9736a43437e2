import type { ToolOutcome } from '#shared/tool-outcome'
import { toWellFormed } from '../request/well-formed'
import { readPiece, toPieces, type MediaPiece, type Piece } from './content-pieces'
import { normalizeBase64 } from './media-bytes'
import { isJsonOf, saysSame } from './says-same'

/** What a model is given of an outcome. */
export interface OutcomePieces {
  /** Never empty. A failure says so first; structured content is added only when nothing else tells it. */
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
  if (outcome.status !== 'ok') return { pieces: markFailure(outcome.status, pieces) }
  const { structuredContent: value } = outcome
  if (value === undefined) return { pieces: orNothing(pieces) }
  const media = pieces.filter(piece => piece.type === 'media')
  const text = pieces.map(readPiece).join('\n')
  const shown = withoutMedia(value, media)
  const isSaid = text !== '' && saysSame(text, shown)
  return {
    pieces: isSaid ? pieces : [...pieces, { type: 'text', text: JSON.stringify(toWellFormed(shown)) }],
    ...(media.length === 0 && (text === '' || isJsonOf(text, value)) && { structure: { value } }),
  }
}

function markFailure(status: string, pieces: readonly Piece[]): readonly Piece[] {
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
  return JSON.parse(JSON.stringify(value, (_key, node: unknown) => typeof node === 'string' ? notes.get(normalizeBase64(node)) ?? node : node))
}
