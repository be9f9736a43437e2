import { describe, expect, it } from 'vitest'
import { createSecretStreams } from '#server/audit/secret-stream'

const pass = (needles: readonly string[], pieces: readonly string[]) => {
  const stream = createSecretStreams(needles.toSorted((left, right) => right.length - left.length), '#')()
  return [...pieces.map(piece => stream.push(piece)), stream.end()]
}

describe('a stream without secrets', () => {
  const TEXT = 'one secret-1 two secret-12 secrsecret-1 secret-1secret-1 end secret'

  it('shows the same however its text is cut [F012-A63]', () => {
    const expected = 'one # two # secr# ## end secret'
    for (let first = 0; first <= TEXT.length; first += 1) {
      for (let second = first; second <= TEXT.length; second += 1) {
        const pieces = [TEXT.slice(0, first), TEXT.slice(first, second), TEXT.slice(second)]
        expect(pass(['secret-1', 'secret-12'], pieces).join(''), pieces.join('|')).toBe(expected)
      }
    }
    expect(pass(['secret-1', 'secret-12'], [...TEXT]).join('')).toBe(expected)
  })

  it('holds back no more than what may be the start of a secret', () => {
    expect(pass(['secret-1'], ['a s', 'uch', ' sec', 'ret', 'ly'])).toEqual(['a ', 'such', ' ', '', 'secretly', ''])
  })

  it('takes a secret for text, not for a pattern', () => {
    expect(pass(['a.c*(d)[e'], ['abc a.c*(d)[e'])).toEqual(['abc #', ''])
  })

  it('passes everything on when no secret is known', () => {
    expect(pass([], ['any', 'thing'])).toEqual(['any', 'thing', ''])
  })
})
