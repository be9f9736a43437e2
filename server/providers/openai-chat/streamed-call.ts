import type { CallDelta } from './chunk'

/** A call while it is being streamed. It stays open until the stream ends: nothing before that proves it whole. */
export interface StreamedCall {
  /** Counts the calls of this answer from 0; not the vendor's `index`. */
  readonly position: number
  vendorIndex?: number
  id?: string
  /** The wire name so far. */
  name: string
  /** Joined once at the end, so that a long argument text costs linear time. */
  readonly pieces: string[]
  /** Fields beside the known ones, such as Google's `extra_content` with its thought signature. */
  extras: Record<string, unknown>
  /** Set when a piece came that may have been this call's: its arguments cannot be trusted. */
  damaged: boolean
}

/** One streamed fragment with the vendors' spellings of "nothing" taken out. */
export interface CallFragment {
  readonly vendorIndex?: number
  readonly id?: string
  readonly name?: string
  readonly text: string
  readonly extras: Record<string, unknown>
}

export function readFragment(delta: CallDelta): CallFragment {
  const { index, id, function: called, type: _type, ...extras } = delta
  return {
    ...(typeof index === 'number' && { vendorIndex: index }),
    ...(id && { id }),
    ...(called?.name && { name: called.name }),
    text: readArguments(called?.arguments),
    extras,
  }
}

function readArguments(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** A new call's arguments begin with a brace; a fragment of running ones hardly ever does, and then has no name. */
export function startsObject(text: string): boolean {
  return text.trimStart().startsWith('{')
}

/**
 * Whether the text is one whole JSON object, which nothing can be added to. Not a reason to close a call by itself:
 * only a hint when a later fragment could belong to it or to another.
 */
export function isWholeObject(pieces: readonly string[]): boolean {
  // Parsing each time would be quadratic in the length of the arguments; the last character rules most times out.
  const last = pieces.findLast(piece => piece.trim() !== '')
  if (!last?.trimEnd().endsWith('}')) return false
  try {
    const value: unknown = JSON.parse(pieces.join(''))
    return typeof value === 'object'
  }
  catch {
    // Half a text is the normal case here, not a fault.
    return false
  }
}
