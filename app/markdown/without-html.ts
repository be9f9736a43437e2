/** Stands in for htmlparser2 in the browser: HTML is never parsed here, it stays text. */
export function Parser(): never {
  throw new Error('HTML in markdown is switched off.')
}
