import { isTooDeepForJson } from '../kit/tools/argument-errors'
import type { CallDelta } from './chunk'
import { createObjectScan, type ObjectScan } from './object-scan'

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
  /** Over the pieces; it goes on where it stopped. */
  readonly scan: ObjectScan
  /** Fields beside the known ones, such as Google's `extra_content` with its thought signature. */
  extras: Readonly<Record<string, unknown>>
  /** Set when a piece came that may have been this call's: its arguments cannot be trusted. */
  damaged: boolean
}

export function createStreamedCall(position: number): StreamedCall {
  const pieces: string[] = []
  return { position, name: '', pieces, scan: createObjectScan(pieces), extras: NO_EXTRAS, damaged: false }
}

/** One streamed fragment with the vendors' spellings of "nothing" taken out. */
export interface CallFragment {
  readonly vendorIndex: number | undefined
  readonly id: string | undefined
  readonly name: string | undefined
  readonly text: string
  readonly extras: Readonly<Record<string, unknown>>
}

const KNOWN_FIELDS: ReadonlySet<string> = new Set(['index', 'id', 'type', 'function'])
const NO_EXTRAS: Readonly<Record<string, unknown>> = {}

export function readFragment(delta: CallDelta): CallFragment {
  return {
    vendorIndex: delta.index ?? undefined,
    id: delta.id || undefined,
    name: delta.function?.name || undefined,
    text: readArguments(delta.function?.arguments),
    extras: readExtras(delta),
  }
}

function readExtras(delta: CallDelta): Readonly<Record<string, unknown>> {
  const names = Object.keys(delta)
  if (names.every(name => KNOWN_FIELDS.has(name))) return NO_EXTRAS
  return Object.fromEntries(names.filter(name => !KNOWN_FIELDS.has(name)).map(name => [name, delta[name]]))
}

function readArguments(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return value
  // Not JSON, so the model gets the error that its arguments could not be parsed.
  return isTooDeepForJson(value) ? '(nested too deeply to be read)' : JSON.stringify(value)
}

/** A new call's arguments begin with a brace; a fragment of running ones hardly ever does, and then has no name. */
export function startsObject(text: string): boolean {
  return text.trimStart().startsWith('{')
}
