export interface JsonToken { readonly kind: 'key' | 'string' | 'literal' | 'other', readonly text: string }

const TOKEN = /("(?:\\.|[^"\\])*"?)(\s*:)?|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)|[^"\d\-tfn]+|./gs

/** Splits JSON text for colouring. Text that is not JSON, or is not finished, comes out whole all the same. */
export function jsonTokens(text: string): readonly JsonToken[] {
  return [...text.matchAll(TOKEN)].map(([whole, string, colon, literal]) => {
    if (string !== undefined) return { kind: colon === undefined ? 'string' : 'key', text: whole }
    return { kind: literal === undefined ? 'other' : 'literal', text: whole }
  })
}
