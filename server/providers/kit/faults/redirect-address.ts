import { readVendorSentence } from './vendor-sentence'

/** What adapters add to a base URL, to ask for an answer or for the models. */
const ADDED_PATH = /\/(?:chat\/completions|responses|messages|(?:tuned)?models(?:\/.*)?)$/i

/** The base URL that a redirect leads to, or only its server when it leads somewhere else; absent when it stays where it is. */
export function readRedirectAddress(headers: Headers | undefined): string | undefined {
  const location = headers?.get('location') ?? ''
  if (!/^https?:/i.test(location) || !URL.canParse(location)) return undefined
  const { origin, pathname } = new URL(location)
  return readVendorSentence(ADDED_PATH.test(pathname) ? origin + pathname.replace(ADDED_PATH, '') : origin)
}
