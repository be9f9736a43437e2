import { readVendorSentence } from './vendor-sentence'

/**
 * The base URL that a redirect leads to, or only its server when it leads somewhere else; absent when it stays where it is.
 * `addedPath` matches what the provider adds to a base URL, to ask for an answer or for the models.
 */
export function readRedirectAddress(headers: Headers | undefined, addedPath: RegExp): string | undefined {
  const location = headers?.get('location') ?? ''
  if (!/^https?:/i.test(location) || !URL.canParse(location)) return undefined
  const { origin, pathname } = new URL(location)
  return readVendorSentence(addedPath.test(pathname) ? origin + pathname.replace(addedPath, '') : origin)
}
