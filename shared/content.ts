import { z } from 'zod'

/**
 * Content blocks in MCP shape (2026-07-28 `ContentBlock`): what a tool returns and what a person attaches.
 * Binary data is base64 without a `data:` prefix.
 */
const textBlockSchema = z.looseObject({ type: z.literal('text'), text: z.string() })
const imageBlockSchema = z.looseObject({ type: z.literal('image'), data: z.string(), mimeType: z.string() })
const audioBlockSchema = z.looseObject({ type: z.literal('audio'), data: z.string(), mimeType: z.string() })
const resourceLinkBlockSchema = z.looseObject({
  type: z.literal('resource_link'),
  uri: z.string(),
  name: z.string().optional(),
  description: z.string().optional(),
  mimeType: z.string().optional(),
})
const resourceBlockSchema = z.looseObject({
  type: z.literal('resource'),
  resource: z.looseObject({
    uri: z.string(),
    mimeType: z.string().optional(),
    /** Exactly one of `text` and `blob` (base64) is present. */
    text: z.string().optional(),
    blob: z.string().optional(),
  }),
})

export const contentBlockSchema = z.discriminatedUnion('type', [
  textBlockSchema, imageBlockSchema, audioBlockSchema, resourceLinkBlockSchema, resourceBlockSchema,
])
export type ContentBlock = z.infer<typeof contentBlockSchema>
export type TextBlock = z.infer<typeof textBlockSchema>

/** What a message holds. Files travel as `resource` blocks with a blob. How much of it one may send: `message-content.ts`. */
export const userContentSchema = z.array(
  z.discriminatedUnion('type', [textBlockSchema, imageBlockSchema, audioBlockSchema, resourceBlockSchema]),
).min(1)
export type UserContent = z.infer<typeof userContentSchema>
