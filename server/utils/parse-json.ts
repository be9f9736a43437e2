import { AppError } from '#server/errors'

/** Deeper than any honest request, shallow enough for every recursive reader after us. */
const MAX_DEPTH = 64

/** A parsed object owns such a key harmlessly, but the first merge or copy of it changes the copy's prototype. */
const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype'])

/** Parses untrusted JSON; refuses keys that reach for prototypes, and nesting beyond 64 levels. */
export function parseJson(text: string): unknown {
  const value = parse(text)
  refuseHostileShape(value, 0)
  return value
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  }
  catch (cause) {
    throw new AppError('invalid-request', `The body is not valid JSON: ${describe(cause, text)}.`, { cause })
  }
}

// V8 names the position, except at the very end and for short texts, where it repeats the text instead: that may hold a password.
function describe(cause: unknown, text: string): string {
  const reason = cause instanceof Error ? cause.message : ''
  const position = /at position \d+( \(line \d+ column \d+\))?/.exec(reason)
  if (position) return `something unexpected ${position[0]}`
  const token = /^Unexpected token '(.)'/u.exec(reason)?.[1]
  if (token && text.includes(token)) return `unexpected "${token}" near position ${text.indexOf(token)}`
  return `it ends too early, at position ${text.length}`
}

function refuseHostileShape(value: unknown, depth: number): void {
  if (typeof value !== 'object' || value === null) return
  if (depth >= MAX_DEPTH) throw new AppError('invalid-request', `The body is nested deeper than ${MAX_DEPTH} levels.`)
  for (const [key, child] of Object.entries(value)) {
    if (FORBIDDEN_KEYS.has(key)) throw new AppError('invalid-request', `The key "${key}" is not allowed in a body.`)
    refuseHostileShape(child, depth + 1)
  }
}
