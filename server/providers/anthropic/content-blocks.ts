import type { Base64ImageSource, DocumentBlockParam, ImageBlockParam, TextBlockParam } from '@anthropic-ai/sdk/resources/messages'
import type { ContentBlock } from '#shared/content'
import type { TranslationWarning } from '#shared/run-event'
import { readBlockText } from '../kit/outcome-text'
import type { Translation } from '../provider'

export type WireContent = TextBlockParam | ImageBlockParam | DocumentBlockParam

const IMAGE_TYPES: readonly Base64ImageSource['media_type'][] = ['image/jpeg', 'image/png', 'image/gif', 'image/webp']
const TEXT_TYPE = /^text\/|[/+](?:json|xml|yaml|toml|javascript|x-sh)$/

/** Blocks a user message and a tool result may hold. What the vendor has no form for becomes a note in words. */
export function toWireContent(blocks: readonly ContentBlock[], path: string): Translation<WireContent[]> {
  const translated = blocks.map((block, index) => toWireBlock(block, `${path}/${index}`))
  return {
    // An empty or blank text block is refused, even one that the vendor itself returned.
    wire: translated.map(({ wire }) => wire).filter(wire => wire.type !== 'text' || wire.text.trim() !== ''),
    warnings: translated.flatMap(({ warnings }) => warnings),
  }
}

function toWireBlock(block: ContentBlock, path: string): Translation<WireContent> {
  switch (block.type) {
    case 'text':
    case 'resource_link':
      return { wire: { type: 'text', text: readBlockText(block) }, warnings: [] }
    case 'image':
      return toWireMedia(block, { data: block.data, mimeType: block.mimeType, path })
    case 'audio':
      return toNote(block, path, 'The provider takes no audio.')
    case 'resource': {
      const { text, blob, mimeType = '', uri } = block.resource
      if (blob === undefined) return { wire: { type: 'text', text: `${uri}\n${text ?? ''}` }, warnings: [] }
      return toWireMedia(block, { data: blob, mimeType, path, title: uri })
    }
    default:
      return block satisfies never
  }
}

interface Media { readonly data: string, readonly mimeType: string, readonly path: string, readonly title?: string }

function toWireMedia(block: ContentBlock, { data, mimeType, path, title }: Media): Translation<WireContent> {
  if (data === '') return toNote(block, path, 'The file is empty.')
  const imageType = IMAGE_TYPES.find(type => type === mimeType)
  if (imageType) return { wire: { type: 'image', source: { type: 'base64', media_type: imageType, data } }, warnings: [] }
  if (mimeType === 'application/pdf') {
    return { wire: { type: 'document', source: { type: 'base64', media_type: mimeType, data }, ...(title && { title }) }, warnings: [] }
  }
  if (TEXT_TYPE.test(mimeType)) {
    const text = Buffer.from(data, 'base64').toString('utf8')
    return { wire: { type: 'document', source: { type: 'text', media_type: 'text/plain', data: text }, ...(title && { title }) }, warnings: [] }
  }
  return toNote(block, path, `The provider takes no ${mimeType || 'file of unknown type'}.`)
}

function toNote(block: ContentBlock, path: string, reason: string): Translation<WireContent> {
  const warning: TranslationWarning = { path, keyword: block.type, action: 'replaced-by-text', reason }
  return { wire: { type: 'text', text: readBlockText(block) }, warnings: [warning] }
}
