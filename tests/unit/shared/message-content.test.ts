import { describe, expect, it } from 'vitest'
import { MESSAGE_LIMITS } from '#shared/message-content'
import { startRunSchema } from '#shared/run'
import { AppError } from '#server/errors'
import { validateInput } from '#server/utils/validate-input'

const MB = 1024 * 1024

/** What is said to a message; empty when it is taken. */
function refuse(input: unknown): string {
  try {
    validateInput(startRunSchema, { input, model: 'a/b' }, 'body')
    return ''
  }
  catch (error) {
    return error instanceof AppError ? error.message : String(error)
  }
}
const text = (characters: number, character = 'x') => ({ type: 'text', text: character.repeat(characters) })
const image = (bytes: number) => ({ type: 'image', mimeType: 'image/png', data: 'A'.repeat(bytes * 4 / 3) })

describe('what a message may hold [F001-A20]', () => {
  it.each([
    ['1 MB of text', text(MB).text],
    ['1 MB of text in blocks', [text(MB / 2), text(MB / 4, 'é')]],
    ['10 pictures', Array.from({ length: 10 }, () => image(3))],
    ['a picture of 5 MB', [image(5 * MB - 2)]],
    ['50 blocks', Array.from({ length: 50 }, () => text(1))],
    ['a file', [{ type: 'resource', resource: { uri: 'file:///a.pdf', mimeType: 'application/pdf', blob: 'AAAA' } }]],
  ])('is %s', (_what, input) => {
    expect(refuse(input)).toBe('')
  })

  it.each([
    ['text over 1 MB', text(MB + 1).text, '"input": The text is longer than 1 MB'],
    ['text whose bytes are over 1 MB', text(MB / 2 + 1, 'é').text, '"input": The text is longer than 1 MB'],
    ['blocks of text over 1 MB in all', [text(MB / 2), text(MB / 2 + 1)], '"input": The text is longer than 1 MB in all'],
    [
      'a file whose text is over 1 MB', [{ type: 'resource', resource: { uri: 'a', text: text(MB + 1).text } }],
      '"input": The text is longer than 1 MB in all',
    ],
    [
      '11 pictures', Array.from({ length: 11 }, () => image(3)),
      '"input": A message has at most 10 files, pictures or sounds; these are 11.',
    ],
    ['a picture over 5 MB', [image(5 * MB + 1)], '"input": A file, picture or sound is larger than 5 MB.'],
    [
      'a file over 5 MB', [{ type: 'resource', resource: { uri: 'a', blob: image(5 * MB + 1).data } }],
      '"input": A file, picture or sound is larger than 5 MB.',
    ],
    ['51 blocks', Array.from({ length: 51 }, () => text(1)), '"input": A message has at most 50 blocks.'],
    ['a field that nobody reads', [{ ...text(1), note: text(MB).text }], '"input.0.note": Unknown field.'],
    ['a block without its text', [{ type: 'text' }], '"input.0.text"'],
    ['neither text nor blocks', 7, '"input"'],
  ])('is not %s', (_what, input, message) => {
    expect(refuse(input)).toContain(message)
  })

  it('fits in one body', () => {
    expect(MESSAGE_LIMITS.bodyBytes).toBe(20 * MB)
  })
})
