import type { ResponseInputFile, ResponseInputImage, ResponseInputText } from 'openai/resources/responses/responses'
import type { ContentBlock, UserContent } from '#shared/content'
import type { ToolOutcome } from '#shared/tool-outcome'
import { readBlockText, readOutcomeText } from '../kit/outcome-text'
import { toMediaPiece, warnOfNote } from '../openai-chat/media-piece'
import type { Translation } from '../provider'

type InputContent = ResponseInputText | ResponseInputImage | ResponseInputFile

export function toInputContent(content: UserContent, path: string): Translation<InputContent[]> {
  const translated = content.map((block, index) => {
    const media = toMedia(block)
    if (media) return { wire: media, warnings: [] }
    const piece = toMediaPiece(block)
    if (piece.type === 'text') return { wire: toText(piece.text), warnings: [] }
    const mimeType = piece.type === 'note' ? piece.mimeType : 'audio'
    return { wire: toText(readBlockText(block)), warnings: [warnOfNote(mimeType, `${path}/content/${index}`)] }
  })
  return { wire: translated.map(({ wire }) => wire), warnings: translated.flatMap(({ warnings }) => warnings) }
}

/** Plain text unless there are pictures or documents: unlike the chat interface, this one takes them in a result. */
export function toWireOutput(outcome: ToolOutcome): string | InputContent[] {
  const media = outcome.content.flatMap(block => toMedia(block) ?? [])
  const text = readOutcomeText(outcome)
  return media.length === 0 ? text : [toText(text), ...media]
}

function toMedia(block: ContentBlock): ResponseInputImage | ResponseInputFile | undefined {
  const piece = toMediaPiece(block)
  if (piece.type === 'image') return { type: 'input_image', image_url: piece.url, detail: 'auto' }
  if (piece.type === 'file') return { type: 'input_file', filename: piece.name, file_data: piece.url }
  return undefined
}

function toText(text: string): ResponseInputText {
  return { type: 'input_text', text }
}
