import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { elideMedia } from '#server/runs/wire/elide-media'

const image = (length: number) => 'iVBORw0KGgo+/'.repeat(Math.ceil(length / 13)).slice(0, length)

describe('elideMedia', () => {
  it('puts the length in the place of long base64, and keeps what is around it [F016-A4]', () => {
    const text = JSON.stringify({ before: 'a b', data: image(5000), url: `data:image/png;base64,${image(2049)}`, after: image(2048) })
    expect(JSON.parse(elideMedia(text))).toEqual({
      before: 'a b', data: '[5000 characters of media left out]', url: 'data:image/png;base64,[2049 characters of media left out]',
      after: image(2048),
    })
  })

  it('leaves text without long runs as it is [F016-A4]', () => {
    const prose = JSON.stringify({ text: 'a sentence of words, and more. '.repeat(400), id: image(2000) })
    expect(elideMedia(prose)).toBe(prose)
  })

  it('says the same as looking at every character [F016-A4]', () => {
    const piece = fc.oneof(fc.integer({ min: 1, max: 5000 }).map(image), fc.constantFrom('"', ' ', '\\n', ',"x":"', '='))
    fc.assert(fc.property(fc.array(piece, { maxLength: 12 }).map(pieces => pieces.join('')), (text) => {
      expect(elideMedia(text)).toBe(
        text.replace(/[A-Za-z0-9+/=_-]+/g, run => run.length > 2048 ? `[${run.length} characters of media left out]` : run),
      )
    }), { numRuns: 200 })
  })
})
