import { createSecretStreams, type SecretStream } from './secret-stream'
import { createBudget, type Budget } from './size-budget'

export const REDACTED = '[redacted]'

/** Values under such keys are never stored, whatever they look like. Compared in lower case without separators. */
const SECRET_KEY = /^(?:.*(?:password|passwd|passphrase|secret|apikey|accesskey|privatekey|accesstoken|refreshtoken|authtoken|bearertoken|sessiontoken|credential|connectionstring)s?|authorization|proxyauthorization|cookie|setcookie|token|pwd|jwt)$/

/**
 * Shapes of keys that vendors give out; they are removed even when they are not among the known secrets. Each part that may
 * fail to match is bounded: the text comes from models and tools, and must not be able to slow the server. One expression,
 * so that a text is looked through once.
 */
const SECRET_SHAPES = new RegExp([
  /\bsk-[\w-]{16,}/,
  /\bpb_[\w-]{16,}/,
  /\bAIza[\w-]{30,}/,
  /\bgh[pousr]_[A-Za-z0-9]{30,}/,
  /\bgithub_pat_\w{30,}/,
  /\bglpat-[\w-]{16,}/,
  /\bxox[abprs]-[\w-]{10,}/,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/,
  /\beyJ(?:(?!\beyJ)[\w-]){8,500}\.[\w-]{8,}(?:\.[\w-]*)?/,
  /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[^-]{0,20000}(?:-----END [A-Z ]{0,30}PRIVATE KEY-----)?/,
].map(({ source }) => source).join('|'), 'g')

/** What stands before a secret in running text; the marks themselves stay. */
const SECRET_CONTEXTS = [
  /(\b(?:bearer|basic)\s+)[\w.~+/=-]{8,}/gi,
  /(:\/\/[^\s:/@]{1,200}:)[^\s/@]{1,200}(?=@)/g,
  /(\b(?:api[_-]?key|password|passwd|client[_-]?secret|access[_-]?token|refresh[_-]?token)["']?\s{0,5}[:=]\s{0,5}["']?)[^\s"',;&}]{4,}/gi,
]

/** A shorter known value would be cut out of ordinary words. */
const MIN_KNOWN_LENGTH = 8
/** Deeper values are cut: writing them would end in a stack overflow. */
const MAX_DEPTH = 200

export interface Redactor {
  redactText(text: string): string
  /** Only what is surely a key: a known secret, or one of a vendor's shape. Running text stays word for word. */
  redactKeys(text: string): string
  /** For text that comes in pieces: removes known secrets. */
  openStream(): SecretStream
  /** A copy of a JSON value without secrets, in the same shape, its JSON text cut to about `maxBytes`. */
  redactJson(value: unknown, maxBytes: number): unknown
}

/** The redaction of everything that is stored. `knownSecrets` is called each time: keys come and go while the server runs. */
export function createRedactor(knownSecrets: () => readonly string[]): Redactor {
  let secrets: readonly string[] = []
  let needles: readonly string[] = []
  let openStream = createSecretStreams(needles, REDACTED)

  /** Made anew only when a secret came or went: they are looked for in everything that is recorded. */
  function readNeedles(): readonly string[] {
    const known = knownSecrets()
    if (known.length !== secrets.length || known.some((secret, index) => secret !== secrets[index])) {
      secrets = [...known]
      needles = toNeedles(secrets)
      openStream = createSecretStreams(needles, REDACTED)
    }
    return needles
  }

  return {
    redactText: text => redactText(text, readNeedles()),
    redactKeys: text => redactKeys(text, readNeedles()),
    openStream: () => {
      readNeedles()
      return openStream()
    },
    redactJson: (value, maxBytes) => redactValue(value, { needles: readNeedles(), budget: createBudget(maxBytes), depth: 0 }),
  }
}

interface Walk { readonly needles: readonly string[], readonly budget: Budget, readonly depth: number }

function redactValue(value: unknown, walk: Walk): unknown {
  if (typeof value === 'string') return walk.budget.takeText(value, text => redactText(text, walk.needles))
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null) return value
  if (walk.depth >= MAX_DEPTH) return '[cut: nested too deep]'
  const inner = { ...walk, depth: walk.depth + 1 }
  return Array.isArray(value) ? redactList(value, inner) : redactObject(value, inner)
}

function redactList(list: readonly unknown[], walk: Walk): unknown[] {
  const kept: unknown[] = []
  for (const item of list) {
    if (walk.budget.isSpent()) return [...kept, `[cut: ${list.length} items in all]`]
    walk.budget.takeMarks()
    kept.push(redactValue(item, walk))
  }
  return kept
}

function redactObject(object: object, walk: Walk): object {
  const entries: [string, unknown][] = []
  for (const [key, value] of Object.entries(object)) {
    if (walk.budget.isSpent()) {
      entries.push(['[cut]', `${Object.keys(object).length} fields in all`])
      break
    }
    walk.budget.takeMarks(key)
    entries.push([redactText(key, walk.needles), isSecretField(key, value) ? REDACTED : redactValue(value, walk)])
  }
  // Own properties only: assigning a key named `__proto__` would change the copy's prototype.
  return Object.fromEntries(entries)
}

/** An empty value or a flag, as in `password: true`, tells whether there is a secret and is none itself. */
function isSecretField(key: string, value: unknown): boolean {
  if (value === null || value === undefined || value === '' || typeof value === 'boolean') return false
  return SECRET_KEY.test(key.slice(0, 200).toLowerCase().replace(/[^a-z0-9]/g, ''))
}

function redactText(text: string, needles: readonly string[]): string {
  let clean = redactKeys(text, needles)
  for (const context of SECRET_CONTEXTS) clean = clean.replace(context, `$1${REDACTED}`)
  return clean
}

function redactKeys(text: string, needles: readonly string[]): string {
  let clean = text
  for (const needle of needles) clean = clean.replaceAll(needle, REDACTED)
  return clean.replace(SECRET_SHAPES, REDACTED)
}

/**
 * A key also travels encoded in an address, in JSON text, or in JSON text within a JSON string, as some vendors take a
 * call's arguments; the longest goes first, as it may hold a shorter one.
 */
function toNeedles(secrets: readonly string[]): string[] {
  const known = secrets.filter(secret => secret.length >= MIN_KNOWN_LENGTH)
  const forms = known.flatMap(secret => [secret, encodeURIComponent(secret), toJsonText(secret), toJsonText(toJsonText(secret))])
  return [...new Set(forms)].sort((left, right) => right.length - left.length)
}

function toJsonText(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}
