import { cutText } from '#shared/cut-text'
import type { InputIssue } from '#shared/tool-outcome'

const SHOWN_CHARACTERS = 120
/** A model cannot fix more at once. */
export const MAX_ISSUES = 10

/** `expected` is written to follow the word "expected"; `got` is read from `input` at `path`. */
export function describeIssue(input: unknown, path: readonly PropertyKey[], expected: string): InputIssue {
  return { path: path.map(toPointer).join(''), expected, got: shorten(JSON.stringify(path.reduce(readField, input)) ?? 'nothing') }
}

/** One step of a JSON Pointer. */
function toPointer(key: PropertyKey): string {
  return `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`
}

function readField(value: unknown, key: PropertyKey): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}

function shorten(text: string): string {
  return text.length > SHOWN_CHARACTERS ? `${cutText(text, SHOWN_CHARACTERS)}…` : text
}
