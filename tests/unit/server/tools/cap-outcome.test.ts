import { describe, expect, it } from 'vitest'
import type { ContentBlock } from '#shared/content'
import { capContent, capOutcome } from '#server/tools/cap-outcome'

const text = (value: string): ContentBlock => ({ type: 'text', text: value })
const ok = (content: ContentBlock[], structuredContent?: unknown) =>
  ({ status: 'ok' as const, content, durationMs: 1, ...(structuredContent !== undefined && { structuredContent }) })
const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value) ?? '')
const textOf = ([block]: readonly ContentBlock[]) => block?.type === 'text' ? block.text : ''

describe('a result', () => {
  it('of exactly the limit is left as it is, and one byte more is cut [F003-A7]', () => {
    const outcome = ok([text('x'.repeat(2_000))], { a: 1 })
    const size = bytesOf(outcome.content) + bytesOf(outcome.structuredContent)
    expect(capOutcome(outcome, size)).toBe(outcome)
    expect(capOutcome(outcome, size - 1)).toMatchObject({ truncated: { bytes: size } })
  })

  it.each([
    ['one text', [text('x'.repeat(50_000))]],
    ['a text that grows in JSON', [text('"'.repeat(50_000))]],
    ['a text of control characters', [text('\u0001'.repeat(50_000))]],
    ['texts beside each other', [text('x'.repeat(900)), text('y'.repeat(900)), text('z'.repeat(900))]],
    ['many small blocks', Array.from({ length: 5_000 }, () => text('x'))],
    ['many empty blocks', Array.from({ length: 5_000 }, () => text(''))],
    ['many small images', Array.from({ length: 5_000 }, (): ContentBlock => ({ type: 'image', data: 'AAAA', mimeType: 'image/png' }))],
    [
      'many large images',
      Array.from({ length: 500 }, (): ContentBlock => ({ type: 'image', data: 'A'.repeat(3_000), mimeType: 'image/png' })),
    ],
    ['a large image among texts', [text('a'), { type: 'image', data: 'A'.repeat(3_000), mimeType: 'image/png' } as const, text('b')]],
  ])('of %s keeps the limit, and says what it was [F003-A7]', (_what, content) => {
    const capped = capOutcome(ok(content), 2_000)
    expect(bytesOf(capped.content)).toBeLessThanOrEqual(2_000)
    expect(capped.truncated).toEqual({ bytes: bytesOf(content) })
    expect(JSON.stringify(capped.content)).toMatch(/cut here|left out/)
  })

  it('of many small blocks says how many are missing [F003-A7]', () => {
    const blocks = Array.from({ length: 5_000 }, (_, index) => text(`line ${index}`))
    const capped = capContent(blocks, 2_000)
    const whole = capped.slice(0, -1)
    expect(whole).toEqual(blocks.slice(0, whole.length))
    expect(textOf(capped.slice(-1))).toContain(`${5_000 - whole.length - 1} more parts were left out.`)
  })

  it('keeps the texts around an image that is too large [F003-A7]', () => {
    const image: ContentBlock = { type: 'image', data: 'A'.repeat(3_000), mimeType: 'image/png' }
    expect(capContent([text('before'), image, text('after')], 2_000)).toEqual([
      text('before'), text(`[image of ${bytesOf(image) + 1} bytes left out: it is larger than the limit]`), text('after'),
    ])
  })

  it.each(['é', '€', '😀', 'a😀', '€😀é'])('of %j repeated is never cut inside a character [F003-A7]', (character) => {
    const whole = character.repeat(3_000)
    // Each limit in turn, so that the cut would fall on every byte of a character.
    for (let limit = 1_000; limit < 1_012; limit++) {
      const [kept = ''] = textOf(capContent([text(whole)], limit)).split('\n[cut here')
      expect(kept.length).toBeGreaterThan(100)
      expect(whole.startsWith(kept)).toBe(true)
      expect(kept.isWellFormed()).toBe(true)
    }
  })

  it('uses what the limit allows', () => {
    expect(bytesOf(capContent([text('x'.repeat(50_000))], 2_000))).toBeGreaterThan(1_700)
  })

  it('loses structured content over half of the limit as a whole, and keeps a smaller one [F003-A7]', () => {
    const large = { rows: Array.from({ length: 300 }, () => 'x') }
    expect(capOutcome(ok([text('small')], large), 1_000)).toEqual({
      status: 'ok', durationMs: 1, content: [text('small')], truncated: { bytes: bytesOf([text('small')]) + bytesOf(large) },
    })
    expect(capOutcome(ok([], large), 1_000).content).toEqual([
      text(`[${bytesOf(large)} bytes left out: larger than the limit. Ask for less.]`),
    ])
    const small = { rows: ['x'.repeat(400)] }
    const capped = capOutcome(ok([text('y'.repeat(5_000))], small), 1_000)
    expect(capped.structuredContent).toEqual(small)
    expect(bytesOf(capped.content) + bytesOf(small)).toBeLessThanOrEqual(1_000)
  })
})
