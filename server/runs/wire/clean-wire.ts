import { setImmediate as nextTurn } from 'node:timers/promises'
import { elideMedia } from './elide-media'

/** Removes every secret that it finds in a text. */
export type HideSecrets = (text: string) => string

/** What is looked through at once, so that other runs are served in between. */
const SLICE_CHARACTERS = 128 * 1024
/** Longer than any secret that is looked for: one that lies across two slices is whole in one of them. */
const OVERLAP_CHARACTERS = 24 * 1024
const UNCHECKED = '[this text could not be searched for secrets, so it was left out]'

/** JSON text as it may be stored: without media and secrets, and still JSON. */
export async function cleanWireText(text: string, hide: HideSecrets): Promise<string> {
  try {
    const short = elideMedia(text)
    return await holdsSecret(short, hide) ? hideInJson(short, hide) : short
  }
  catch {
    return UNCHECKED
  }
}

/** Events as they may be stored, one a line. They are looked through many at once, for most hold nothing. */
export async function cleanWireEvents(events: readonly string[], hide: HideSecrets): Promise<string> {
  const lines: string[] = []
  for (const group of groupBySize(events)) {
    if (lines.length > 0) await nextTurn()
    lines.push(await cleanGroup(group, hide))
  }
  return lines.join('\n')
}

async function cleanGroup(group: readonly string[], hide: HideSecrets): Promise<string> {
  const joined = elideMedia(group.join('\n'))
  if (!await holdsSecret(joined, hide)) return joined
  const cleaned: string[] = []
  for (const event of group) cleaned.push(await cleanWireText(event, hide))
  return cleaned.join('\n')
}

async function holdsSecret(text: string, hide: HideSecrets): Promise<boolean> {
  for (let from = 0; from < text.length; from += SLICE_CHARACTERS) {
    if (from > 0) await nextTurn()
    const slice = text.slice(from, from + SLICE_CHARACTERS + OVERLAP_CHARACTERS)
    if (hide(slice) !== slice) return true
  }
  return false
}

/** Each string for itself: a shape that reaches over several of them would take the marks between them along. */
function hideInJson(text: string, hide: HideSecrets): string {
  // The outer pass finds what stands in a key.
  return hide(
    isJson(text) ? JSON.stringify(JSON.parse(text, (_key, value: unknown) => typeof value === 'string' ? hide(value) : value)) : text,
  )
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  }
  catch {
    return false
  }
}

function* groupBySize(events: readonly string[]): Generator<readonly string[]> {
  let group: string[] = []
  let characters = 0
  for (const event of events) {
    group.push(event)
    characters += event.length
    if (characters < SLICE_CHARACTERS) continue
    yield group
    group = []
    characters = 0
  }
  if (group.length > 0) yield group
}
