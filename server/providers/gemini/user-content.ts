import type { ContentBlock } from '#shared/content'
import type { TranslationWarning } from '#shared/run-event'
import { readBlockText } from '../kit/outcome-text'
import type { Translation } from '../provider'
import type { WireContent } from './content'

const MEDIA = /^(?:image|audio|video)\/|^application\/pdf$/

export interface InlineData { readonly inlineData: { readonly mimeType: string, readonly data: string } }

export function toWireUserContent(blocks: readonly ContentBlock[], path: string): Translation<WireContent> {
  const warnings: TranslationWarning[] = []
  const parts = blocks.map((block, index) => {
    const media = toInlineData(block)
    if (media) return media
    if (isBinary(block)) warnings.push(warnOfNote(block.type, `${path}/content/${index}`))
    return { text: toText(block) }
  })
  return { wire: { role: 'user', parts }, warnings }
}

/** Absent for what is text, empty, or of a kind that Gemini does not take. */
export function toInlineData(block: ContentBlock): InlineData | undefined {
  const { data, mimeType } = readBinary(block)
  return data && mimeType && MEDIA.test(mimeType) ? { inlineData: { mimeType, data } } : undefined
}

function readBinary(block: ContentBlock): { data?: string, mimeType?: string } {
  if (block.type === 'image' || block.type === 'audio') return block
  return block.type === 'resource' ? { data: block.resource.blob, mimeType: block.resource.mimeType } : {}
}

function isBinary(block: ContentBlock): boolean {
  return readBinary(block).data !== undefined
}

function toText(block: ContentBlock): string {
  return block.type === 'resource' && block.resource.text !== undefined ? `${block.resource.uri}\n${block.resource.text}` : readBlockText(block)
}

function warnOfNote(keyword: string, path: string): TranslationWarning {
  return { path, keyword, action: 'replaced-by-text', reason: 'Gemini takes no content of this kind here; a note stands in its place.' }
}
