import { shortenText } from '#shared/cut-text'

const MAX_LENGTH = 300
/** Long enough for a key that straddles the end of what is shown; an expression over megabytes would overflow the stack. */
const MAX_READ_LENGTH = 10_000

/** Shapes of keys and tokens that vendors quote in their error messages. */
const SECRETS: readonly RegExp[] = [
  /\b(?:sk|pk|rk|key|gsk|xai|hf|AIza|ya29)[-_.*A-Za-z0-9]{8,}/g,
  /\bBearer\s+\S+/gi,
  /\b(?:api[-_ ]?key|token|key)=\S+/gi,
  // Unbroken runs only: long model and tool names have dashes, slashes or underscores.
  /[A-Za-z0-9+*]{36,}={0,2}/g,
]

/** A vendor's own words, fit to be shown: one short line without markup and without anything that looks like a key. */
export function readVendorSentence(whole: string): string {
  const message = whole.slice(0, MAX_READ_LENGTH)
  if (/<\/?(?:html|body|head|!doctype)/i.test(message)) return ''
  const oneLine = message.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()
  const clean = SECRETS.reduce((text, pattern) => text.replace(pattern, '[removed]'), oneLine)
  return shortenText(clean, MAX_LENGTH)
}
