import { z } from 'zod'
import { assertNever } from './assert-never'

/** What one message may hold; README names the same numbers. Sizes are in bytes, those of media as decoded. */
export const MESSAGE_LIMITS = {
  bodyBytes: 20 * 1024 * 1024,
  textBytes: 1024 * 1024,
  blocks: 50,
  mediaParts: 10,
  mediaPartBytes: 5 * 1024 * 1024,
} as const

const mimeType = z.string().max(200)
const uri = z.string().max(4096)

/** Only known fields: an unused field would carry text past the limits. */
const messageBlockSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: z.string() }),
  z.strictObject({ type: z.literal('image'), data: z.string(), mimeType }),
  z.strictObject({ type: z.literal('audio'), data: z.string(), mimeType }),
  z.strictObject({
    type: z.literal('resource'),
    resource: z.strictObject({ uri, mimeType: mimeType.optional(), text: z.string().optional(), blob: z.string().optional() }),
  }),
])
type MessageBlock = z.infer<typeof messageBlockSchema>

/** A message as its text alone. */
export const messageTextSchema = z.string().trim().min(1, 'The message is empty.')
  .refine(
    text => byteLength(text) <= MESSAGE_LIMITS.textBytes,
    `The text is longer than ${toMegabytes(MESSAGE_LIMITS.textBytes)}. Shorten it, or split it into several messages.`,
  )

/** A message as blocks: text and media in their order. */
export const messageBlocksSchema = z.array(z.unknown()).min(1)
  // Counted before they are looked at one by one.
  .max(MESSAGE_LIMITS.blocks, `A message has at most ${MESSAGE_LIMITS.blocks} blocks.`)
  .pipe(z.array(messageBlockSchema).superRefine((blocks, context) => {
    for (const message of findExcess(blocks)) context.addIssue({ code: 'custom', message })
  }))

function findExcess(blocks: readonly MessageBlock[]): string[] {
  const { textBytes, mediaParts, mediaPartBytes } = MESSAGE_LIMITS
  const media = blocks.flatMap(block => mediaOf(block) ?? [])
  const text = blocks.reduce((sum, block) => sum + byteLength(textOf(block)), 0)
  return [
    text > textBytes && `The text is longer than ${toMegabytes(textBytes)} in all. Shorten it, or split it into several messages.`,
    media.length > mediaParts && `A message has at most ${mediaParts} files, pictures or sounds; these are ${media.length}.`,
    media.some(
      data => decodedBytes(data) > mediaPartBytes,
    ) && `A file, picture or sound is larger than ${toMegabytes(mediaPartBytes)}. Send a smaller one.`,
  ].filter(message => message !== false)
}

function mediaOf(block: MessageBlock): string | undefined {
  switch (block.type) {
    case 'text':
      return undefined
    case 'image':
    case 'audio':
      return block.data
    case 'resource':
      return block.resource.blob
    default:
      return assertNever(block)
  }
}

function textOf(block: MessageBlock): string {
  switch (block.type) {
    case 'text':
      return block.text
    case 'image':
    case 'audio':
      return ''
    case 'resource':
      return block.resource.text ?? ''
    default:
      return assertNever(block)
  }
}

/** No byte is counted of a text that is too long by its characters alone. */
function byteLength(text: string): number {
  return text.length > MESSAGE_LIMITS.textBytes ? text.length : new TextEncoder().encode(text).byteLength
}

/** Of base64: four characters hold three bytes. */
function decodedBytes(data: string): number {
  return Math.floor(data.length * 3 / 4)
}

function toMegabytes(bytes: number): string {
  return `${bytes / 1024 / 1024} MB`
}
