import { AppError } from '#server/errors'

/** Deeper than any honest request, shallow enough for every recursive reader after us. */
const MAX_DEPTH = 64

/** A parsed object owns this key harmlessly, but `Object.assign` and assignments change the prototype of the copy. */
const FORBIDDEN_KEY = '__proto__'

/** Parses untrusted JSON; rejects the key `__proto__`, and nesting beyond 64 levels. */
export function parseJson(text: string): unknown {
  const value = parse(text)
  rejectHostileShape(value)
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

/** Level by level: the stack stays flat, and scalars, which a long array has most of, cost no more than a look. */
function rejectHostileShape(root: unknown): void {
  let level = [root].filter(isContainer)
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth >= MAX_DEPTH) throw new AppError('invalid-request', `The body is nested deeper than ${MAX_DEPTH} levels.`)
    if (level.some(container => Object.hasOwn(container, FORBIDDEN_KEY))) {
      throw new AppError('invalid-request', `The key "${FORBIDDEN_KEY}" is not allowed in a body.`)
    }
    level = level.flatMap(container => childrenOf(container).filter(isContainer))
  }
}

function childrenOf(container: object): readonly unknown[] {
  return Array.isArray(container) ? container : Object.values(container)
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
