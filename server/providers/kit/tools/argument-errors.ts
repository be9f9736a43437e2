import { hasMoreEntries, MAX_JSON_ENTRIES } from '#shared/json-entries'
import { MAX_ARGUMENTS_CHARACTERS } from '#shared/message'
import { MAX_DEPTH } from '../schema/schema-node'

/** The one key that changes the prototype of an object when arguments are merged or assigned further on. */
const FORBIDDEN_KEY = '__proto__'

interface Container {
  readonly value: object
  readonly path: string
  readonly depth: number
}

export const TOO_DEEP = `The arguments are nested deeper than ${MAX_DEPTH} levels. Send them flatter.`

/** Far more levels than any vendor's format has, and far fewer than the stack holds. */
const MAX_JSON_DEPTH = 100

/** Whether a value is nested so deeply that writing it as JSON could overflow the stack. Iterative, like the search for errors. */
export function isTooDeepForJson(root: unknown): boolean {
  let level = [root]
  for (let depth = 0; depth <= MAX_JSON_DEPTH; depth += 1) {
    level = level.flatMap(value => typeof value === 'object' && value !== null ? Object.values(value) : [])
    if (level.length === 0) return false
  }
  return true
}

/** Why the text of arguments is not even parsed, in words for the model; absent when it may be. */
export function findSizeError(text: string): string | undefined {
  if (text.length > MAX_ARGUMENTS_CHARACTERS) {
    return `The arguments are longer than ${MAX_ARGUMENTS_CHARACTERS.toLocaleString('en')} characters. Send less in one call.`
  }
  if (!hasMoreEntries(text, MAX_JSON_ENTRIES)) return undefined
  return `The arguments hold more than ${MAX_JSON_ENTRIES.toLocaleString('en')} keys and list items. Send fewer in one call.`
}

/**
 * What makes parsed arguments unusable by any tool, in words for the model; absent when there is nothing. Iterative,
 * because a model may nest deeper than the stack is.
 */
export function findArgumentError(root: object): string | undefined {
  const pending: Container[] = [{ value: root, path: '', depth: 1 }]
  for (let container = pending.pop(); container; container = pending.pop()) {
    const { value, path, depth } = container
    if (depth > MAX_DEPTH) return TOO_DEEP
    for (const [key, child] of Object.entries(value)) {
      if (key === FORBIDDEN_KEY) return `The arguments may not hold a key named "${FORBIDDEN_KEY}".`
      if (!key.isWellFormed()) return `The name of an argument in "${path}/" holds half of a character pair. Send whole characters.`
      if (typeof child === 'string' && !child.isWellFormed()) {
        return `The argument "${path}/${key}" holds half of a character pair. Send whole characters.`
      }
      if (typeof child === 'object' && child !== null) pending.push({ value: child, path: `${path}/${key}`, depth: depth + 1 })
    }
  }
  return undefined
}
