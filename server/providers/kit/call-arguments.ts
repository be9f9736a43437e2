import type { CallArguments } from '#shared/message'

/** Keys that reach an object's prototype when arguments are merged or assigned carelessly further on. */
const REFUSED_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

/** Parses a call's joined argument text. Blank text is a call without arguments: that is how vendors send one. */
export function parseCallArguments(text: string): CallArguments {
  if (text.trim() === '') return { ok: true, value: {} }
  const refuse = (error: string): CallArguments => ({ ok: false, text, error })
  let value: unknown
  try {
    value = JSON.parse(text)
  }
  catch (error) {
    return refuse(describeSyntaxError(error, text))
  }
  if (!isRecord(value)) return refuse(`The arguments must be one JSON object, but are ${nameKind(value)}.`)
  const key = findRefusedKey(value)
  if (key !== undefined) return refuse(`The arguments may not hold a key named "${key}".`)
  return { ok: true, value }
}

/** For vendors and servers that send the object itself instead of its text; the same rules hold. */
export function toCallArguments(value: unknown): CallArguments {
  if (typeof value === 'string') return parseCallArguments(value)
  return parseCallArguments(value === undefined || value === null ? '' : JSON.stringify(value))
}

function describeSyntaxError(error: unknown, text: string): string {
  const reason = error instanceof Error ? error.message : String(error)
  // The engine names no position when the text ends too early, and that is the most frequent fault.
  const place = /position \d+/.test(reason) ? '' : ` at position ${text.length}`
  return `The arguments are not valid JSON: ${reason}${place}.`
}

/** Iterative, because a model may nest deeper than the stack is. */
function findRefusedKey(root: unknown): string | undefined {
  const pending: unknown[] = [root]
  while (pending.length > 0) {
    const node = pending.pop()
    if (typeof node !== 'object' || node === null) continue
    for (const [key, value] of Object.entries(node)) {
      if (REFUSED_KEYS.has(key)) return key
      pending.push(value)
    }
  }
  return undefined
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function nameKind(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`
}
