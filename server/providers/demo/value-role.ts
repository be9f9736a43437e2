import { isRecord } from './read-records'
import { splitWords, toStem } from './word-forms'

/** What kind of value a property wants. */
export type ValueRole
  = 'path' | 'target-path' | 'folder' | 'url' | 'email' | 'date' | 'place' | 'person' | 'expression' | 'sql' | 'glob' | 'search-term'
    | 'title' | 'content' | 'key' | 'free'

/** First match wins; the name is asked before the description, which may mention anything. */
const BY_NAME: readonly (readonly [ValueRole, RegExp])[] = [
  ['sql', /\bsql\b/],
  ['expression', /\b(?:expression|formula|calculation|math)\b/],
  ['target-path', /\b(?:target|destination|output|to) (?:path|file)|\bdestination\b/],
  ['folder', /\b(?:folder|directory|dir)\b/],
  ['path', /\b(?:path|file|filename|source)\b/],
  ['url', /\b(?:url|uri|link|website)\b/],
  ['email', /\b(?:email|mail|recipient)\b/],
  ['date', /\b(?:date|day|from date|since|until|due)\b/],
  ['place', /\b(?:city|place|location|town|country|region|address)\b/],
  ['key', /\b(?:id|uuid|key)$/],
  ['person', /\b(?:name|person|user|username|customer|author|owner|contact)\b/],
  ['glob', /\bglob\b/],
  ['search-term', /\b(?:query|q|search|term|pattern|keyword|needle|topic|question|symbol)\b/],
  ['title', /\b(?:title|subject|headline|summary)\b/],
  ['content', /\b(?:content|contents|text|body|message|comment|note|data)\b/],
]
const BY_FORMAT: Readonly<Record<string, ValueRole>> = { email: 'email', uri: 'url', url: 'url', date: 'date' }
const BY_DESCRIPTION: readonly (readonly [ValueRole, RegExp])[] = [
  ['sql', /\bsql\b/],
  ['expression', /\b(?:arithmetic|expression)\b/],
  ['path', /\b(?:path|file) (?:of|to|relative|in)\b/],
  ['place', /\b(?:city|town|place|location)\b/],
  ['url', /\burl\b/],
  ['person', /\b(?:name of|full name|person)\b/],
]

export interface Property {
  readonly name: string
  readonly required: boolean
  readonly schema: Readonly<Record<string, unknown>>
  readonly type: string
  readonly role: ValueRole
}

export function readProperty(name: string, schema: unknown, required: boolean): Property {
  const plain = withoutNull(isRecord(schema) ? schema : {})
  const type = typeof plain.type === 'string' ? plain.type : guessType(plain)
  return {
    name,
    required,
    schema: plain,
    type,
    role: BY_FORMAT[String(plain.format)] ?? readRole(name, typeof plain.description === 'string' ? plain.description : ''),
  }
}

function readRole(name: string, description: string): ValueRole {
  const words = splitWords(name).map(word => word.toLowerCase()).join(' ')
  const about = description.toLowerCase()
  const named = BY_NAME.find(([, pattern]) => pattern.test(words))?.[0]
  if (named === 'path' && /^\W*(?:folder|directory)/.test(about)) return 'folder'
  // Names such as `content` and `pattern` are distinguished only by their descriptions.
  if (named === 'content' && /\b(?:find|search|look for|contain)/.test(about)) return 'search-term'
  if (named === 'search-term' && /\bfile names?\b|\bglob\b/.test(about)) return 'glob'
  if (named === 'search-term' && /\bsql\b/.test(about)) return 'sql'
  return named ?? BY_DESCRIPTION.find(([, pattern]) => pattern.test(about))?.[0] ?? 'free'
}

/** `["string", "null"]` and `anyOf` with null are how schemas say "may be left out". */
function withoutNull(schema: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  if (Array.isArray(schema.type)) return { ...schema, type: schema.type.find(type => type !== 'null') }
  const branches = [schema.anyOf, schema.oneOf].find(Array.isArray)
  const branch: unknown = branches?.find(candidate => isRecord(candidate) && candidate.type !== 'null')
  return isRecord(branch) ? { ...branch, ...schema, type: branch.type } : schema
}

function guessType(schema: Readonly<Record<string, unknown>>): string {
  if (Array.isArray(schema.enum) || typeof schema.const === 'string') return 'string'
  return isRecord(schema.properties) ? 'object' : 'string'
}

/** Whether the text speaks of the property by its own name. */
export function namesProperty(text: string, property: string): boolean {
  const present = new Set(splitWords(text).map(toStem))
  const words = splitWords(property).map(toStem)
  return words.length > 0 && words.every(word => present.has(word))
}

/** The word or quotation that stands right after the property's name: "priority high", "to USD". */
export function findBeside(text: string, property: string): string | undefined {
  const word = splitWords(property).map(toStem).at(-1) ?? ''
  const match = word === ''
    ? undefined
    : new RegExp(String.raw`\b${word}s?\s+(?:is\s+|of\s+|=\s*|:\s*)?(?:"([^"]+)"|([\p{L}\p{N}_-]+))`, 'iu').exec(text)
  return match?.[1] ?? match?.[2]
}
