import type { CallArguments } from '#shared/message'

/** Keys that reach an object's prototype when somebody copies the object carelessly. */
const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Arguments as text, parsed once, when the call is whole. Blank means none: vendors send nothing at all for a tool
 * without parameters. What does not parse to an object is kept with the reason, for the model to read.
 */
export function parseCallArguments(text: string): CallArguments {
  if (text.trim() === '') return { ok: true, value: {} }
  try {
    const value: unknown = JSON.parse(text, refuseForbiddenKey)
    if (isRecord(value)) return { ok: true, value }
    return { ok: false, text, error: `JSON of another kind: ${Array.isArray(value) ? 'an array' : value === null ? 'null' : `a ${typeof value}`}.` }
  }
  catch (error) {
    return { ok: false, text, error: error instanceof Error ? error.message : String(error) }
  }
}

/** Some servers send the object itself instead of its text. */
export function toCallArguments(value: unknown): CallArguments {
  return typeof value === 'string' ? parseCallArguments(value) : parseCallArguments(value === undefined ? '' : JSON.stringify(value))
}

function refuseForbiddenKey(key: string, value: unknown): unknown {
  if (FORBIDDEN_KEYS.has(key)) throw new Error(`The key "${key}" is not allowed.`)
  return value
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
