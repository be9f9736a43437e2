import { isDeepStrictEqual } from 'node:util'

/** Whether the texts of a result are a structured value and nothing else: its JSON, or a list of them for a list. */
export function isSame(texts: readonly string[], value: unknown): boolean {
  const whole = texts.length > 1 ? [texts.join('\n'), texts.join('')] : texts
  return whole.some(text => isOne(text, value)) || formsOf(value).some(form => isList(texts, form))
}

/** Whether one of several texts is the JSON of a structured value. A text that is alone is compared by `isSame`. */
export function hasJsonOf(texts: readonly string[], value: unknown): boolean {
  return texts.length > 1 && texts.some(text => isOne(text, value))
}

/** In any order of keys: servers write the two forms with different libraries. A text alone needs no quotation marks. */
function isOne(text: string, value: unknown): boolean {
  const forms = formsOf(value)
  if (forms.includes(text)) return true
  const read = readJson(text)
  return read !== undefined && formsOf(read.value).some(said => forms.some(form => isEqual(said, form)))
}

function isList(texts: readonly string[], form: unknown): boolean {
  return Array.isArray(form) && form.length === texts.length && form.length > 0 && form.every((entry, index) => isOne(
    texts[index] ?? '', entry,
  ))
}

/** As it is, and without the wrapping that some servers put around what is no object. */
function formsOf(value: unknown): readonly unknown[] {
  const isWrapped = typeof value === 'object' && value !== null && 'result' in value && Object.keys(value).length === 1
  return isWrapped ? [value, value.result] : [value]
}

function readJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  }
  catch {
    // Prose is the ordinary case, not an error.
    return undefined
  }
}

function isEqual(said: unknown, value: unknown): boolean {
  try {
    // As it would be sent: a plugin's own value may hold what JSON has no word for.
    return isDeepStrictEqual(said, JSON.parse(JSON.stringify(value)))
  }
  catch {
    // Nested deeper than the stack, or no JSON at all.
    return false
  }
}
