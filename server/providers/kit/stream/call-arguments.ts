import { cutText } from '#shared/cut-text'
import type { CallArguments } from '#shared/message'
import { findArgumentError, findSizeError, isTooDeepForJson, TOO_DEEP } from '../tools/argument-errors'
import { findLostNumber } from '../exact-json'

/** A longer one is shown by its beginning. */
const SHOWN_DIGITS = 40
/** Of arguments that are too large: enough to recognise them by. */
const KEPT_CHARACTERS = 2000

/** Parses a call's joined argument text. Blank text is a call without arguments: that is how vendors send one. */
export function parseCallArguments(text: string): CallArguments {
  if (text.trim() === '') return { ok: true, value: {} }
  const sizeError = findSizeError(text)
  if (sizeError) return { ok: false, text: cutArguments(text), error: sizeError }
  const reject = (error: string): CallArguments => ({ ok: false, text: text.toWellFormed(), error })
  let value: unknown
  try {
    value = JSON.parse(text)
  }
  catch (error) {
    return reject(describeSyntaxError(error, text))
  }
  if (!isRecord(value)) return reject(`The arguments must be one JSON object, but are ${nameKind(value)}.`)
  const error = findArgumentError(value)
  if (error) return reject(error)
  // Looked for last: it goes as deep as the arguments, which are known to be flat by now.
  const number = findLostNumber(text)
  if (number !== undefined) {
    return reject(`The number ${number.slice(0, SHOWN_DIGITS)} is too large to be passed on digit by digit. Send it as text, in quotes.`)
  }
  return { ok: true, value }
}

/** For vendors and servers that send the object itself instead of its text; the same rules hold. */
export function toCallArguments(value: unknown): CallArguments {
  if (typeof value === 'string') return parseCallArguments(value)
  if (value === undefined || value === null) return parseCallArguments('')
  // What is nested deeper than the stack cannot be written as text.
  return isTooDeepForJson(value) ? { ok: false, text: '', error: TOO_DEEP } : parseCallArguments(JSON.stringify(value))
}

/** The text of arguments as it may be kept: the beginning of what is too large, with a mark. */
export function cutArguments(text: string): string {
  if (!findSizeError(text)) return text.toWellFormed()
  return `${cutText(text, KEPT_CHARACTERS).toWellFormed()}… [cut off: ${text.length.toLocaleString('en')} characters in all]`
}

function describeSyntaxError(error: unknown, text: string): string {
  const reason = error instanceof Error ? error.message : String(error)
  const place = /position \d+/.test(reason) ? '' : ` at position ${findBadToken(text)}`
  return `The arguments are not valid JSON: ${reason}${place}.`
}

/**
 * The engine names the place of some errors and of others only the letter. Any beginning of the text that holds the
 * letter fails in the same way, and any shorter one in another. A text that ends too early is wrong at its end.
 */
function findBadToken(text: string): number {
  let sound = 0
  let bad = text.length
  while (bad - sound > 1) {
    const middle = Math.floor((sound + bad) / 2)
    if (hasBadToken(text.slice(0, middle))) bad = middle
    else sound = middle
  }
  return hasBadToken(text.slice(0, bad)) ? bad - 1 : text.length
}

function hasBadToken(text: string): boolean {
  try {
    JSON.parse(text)
    return false
  }
  catch (error) {
    return error instanceof Error && error.message.startsWith('Unexpected token')
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function nameKind(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`
}
