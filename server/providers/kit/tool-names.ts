import { createHash } from 'node:crypto'

/** The alphabet and length a vendor takes for tool names. */
export interface NameRule {
  /** Matches one allowed character. */
  readonly allowed: RegExp
  /** Matches an allowed first character; default: the same as the others. */
  readonly first?: RegExp
  readonly maxLength: number
}

/** Exposed tool names to a vendor's and back, by table: a mapped name is never parsed. */
export interface ToolNameMap {
  /** Also maps names outside the set, such as a call in the history to a tool that is no longer offered. */
  toWire(name: string): string
  /** A name that was not offered comes back unchanged. */
  fromWire(wireName: string): string
  /** Whether a tool was offered under this wire name. */
  isOffered(wireName: string): boolean
}

const HASH_LENGTH = 8

/** Maps a request's tool names injectively; the order of `names` makes no difference. */
export function createToolNameMap(names: Iterable<string>, rule: NameRule): ToolNameMap {
  const unique = [...new Set(names)].sort()
  const toWire = new Map(unique.filter(name => isWireName(name, rule)).map(name => [name, name]))
  const fromWire = new Map(toWire)
  const altered = unique.filter(name => !toWire.has(name))
  const wanted = countBy(altered.map(name => replaceCharacters(name, rule)))

  for (const name of altered) {
    const plain = replaceCharacters(name, rule)
    const free = plain.length <= rule.maxLength && wanted.get(plain) === 1 && !fromWire.has(plain)
    const wireName = free ? plain : findHashedName({ name, rule, isUsed: candidate => fromWire.has(candidate) })
    toWire.set(name, wireName)
    fromWire.set(wireName, name)
  }

  function mapUnknown(name: string): string {
    const plain = replaceCharacters(name, rule)
    if (plain.length <= rule.maxLength && !fromWire.has(plain)) return plain
    return findHashedName({ name, rule, isUsed: candidate => fromWire.has(candidate) })
  }

  return {
    toWire: name => toWire.get(name) ?? mapUnknown(name),
    fromWire: wireName => fromWire.get(wireName) ?? wireName,
    isOffered: wireName => fromWire.has(wireName),
  }
}

function isWireName(name: string, rule: NameRule): boolean {
  return name !== '' && name.length <= rule.maxLength && replaceCharacters(name, rule) === name
}

function replaceCharacters(name: string, rule: NameRule): string {
  const replaced = [...name].map(character => rule.allowed.test(character) ? character : '_').join('')
  if (replaced === '') return '_'
  return rule.first === undefined || rule.first.test(replaced.charAt(0)) ? replaced : `_${replaced}`
}

/** A readable head and a hash of the full name; the hash grows until nobody else bears the result. */
function findHashedName(options: { name: string, rule: NameRule, isUsed: (candidate: string) => boolean }): string {
  const { name, rule, isUsed } = options
  const digest = createHash('sha256').update(name).digest('hex')
  const plain = replaceCharacters(name, rule)
  for (let length = HASH_LENGTH; length < Math.min(digest.length, rule.maxLength); length += 1) {
    const candidate = `${plain.slice(0, rule.maxLength - length - 1)}_${digest.slice(0, length)}`
    if (!isUsed(candidate)) return candidate
  }
  throw new Error(`No wire name is left for the tool ${name}.`)
}

function countBy(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}
