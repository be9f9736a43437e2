import type { Entities } from './read-entities'
import { readArithmetic } from './read-arithmetic'
import type { ValueRole } from './value-role'

const TARGET_PATH = /\b(?:to|into|as|in)\s+(?:the\s+file\s+)?[`"']?((?:[\w.-]+\/)*[\w-]+\.\w{1,6})/i
const FOLDER = /\b(?:in|of|inside|under|from)\s+(?:the\s+|my\s+)?(?:folder\s+|directory\s+)?[`"']?([\w-]+)[`"']?(?:\s+(?:folder|directory))?\s*$/i
const NAMED_FOLDER = /\b([\w-]+)\s+(?:folder|directory)\b|\b(?:folder|directory)\s+(?:called\s+|named\s+)?([\w-]+)/i
const WHOLE = /^(?:the|this|here|it|workspace|database|current|root|files?|folders?|list|all|a|my)$/i
const SUBJECT = /\b(?:for|about|on|of|called|named|titled|saying|with)\s+(?:the\s+|a\s+|an\s+)?(?:(?:word|text|term|phrase)\s+)?([\p{L}\p{N}][^?!,;]*?)(?:\s+(?:in|on|from|inside|under|within|to)\s+.*)?$/iu
const MESSAGE = /(?::\s*|\b(?:saying|says|that says|with the text|with the content|containing)\s+)["“']?(\S.*?)["”']?$/is
/** "Write hi to notes/a.txt"; "the summary" or "it" is what was made before, and not itself what to write. */
const WRITTEN = /\b(?:write|put|save|store)\s+(?:the\s+(?:words?|text)\s+)?(?!(?:the|it|this|that|these|those|them|its|their|his|her|my|an?|all|summary|results?|total|answer|output)\b)(\S.*?)\s+(?:to|into|in)\s+\S+\.\w{1,6}$/i
const TITLE = /\b(?:titled|named|called|title|subject|about)\s+(?:"([^"]+)"|“([^”]+)”|'([^']+)'|(\S+(?:\s+\S+){0,5}?)(?=\s+(?:with|saying|to|in|and)\b|$))/i
const GLOB = /(?<!\S)[\w./-]*\*[\w.*/-]*(?!\S)/g

/** Strings in the text that may stand for such a value, most likely first. */
export function findValues(role: ValueRole, text: string, entities: Entities): readonly string[] {
  switch (role) {
    case 'path': return entities.paths
    case 'target-path': return [...one(TARGET_PATH, text), ...entities.paths.slice(-1)]
    case 'folder': return [...entities.paths, ...findFolder(text)]
    case 'url': return entities.urls
    case 'email': return entities.emails
    case 'date': return entities.dates
    case 'place': return entities.properNouns.length > 0 ? entities.properNouns : entities.places
    case 'person': return [...entities.quoted, ...entities.properNouns]
    case 'expression': return [readArithmetic(text)].filter(found => found !== undefined)
    case 'glob': return text.match(GLOB) ?? []
    case 'search-term': return [...entities.quoted, ...one(SUBJECT, text), ...entities.properNouns].slice(0, 1)
    case 'title': return one(TITLE, text)
    case 'content': return [...one(MESSAGE, text), ...entities.quoted.filter(quoted => (
      !one(TITLE, text).includes(quoted)
    )), ...one(WRITTEN, text)].slice(
      0, 1,
    )
    case 'key': return findKeys(text)
    case 'sql': return []
    case 'free': return [...entities.quoted, ...entities.properNouns, ...one(SUBJECT, text)].slice(0, 1)
  }
}

function one(pattern: RegExp, text: string): string[] {
  const found = pattern.exec(text)?.slice(1).find(group => group !== undefined)?.trim()
  return found ? [found] : []
}

function findFolder(text: string): string[] {
  return [...one(NAMED_FOLDER, text), ...one(FOLDER, text)].filter(name => !WHOLE.test(name)).slice(0, 1)
}

/** `customer 42`, `issue #7`, `ABC-123`. */
function findKeys(text: string): string[] {
  return text.match(/\b[A-Z]{2,}-\d+\b|(?<=#)\d+\b|(?<=\b\p{L}+\s)\d+\b|\b[0-9a-f]{8}-[0-9a-f-]{27}\b/gu) ?? []
}
