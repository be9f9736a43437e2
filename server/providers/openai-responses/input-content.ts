import type { ResponseInputFile, ResponseInputImage, ResponseInputText } from 'openai/resources/responses/responses'
import { noteInstead, type MediaPiece, type Piece } from '../kit/messages/content-pieces'
import { readOutcome } from '../kit/messages/outcome-pieces'
import type { LocatedResult } from '../kit/messages/repair-history'
import { toOpenAiMedia } from '../openai-chat/media-piece'
import type { Translation } from '../provider'

type InputContent = ResponseInputText | ResponseInputImage | ResponseInputFile

interface Place {
  /** JSON Pointer to the list of blocks. */
  readonly path: string
  readonly tool?: string
}

export function toInputContent(pieces: readonly Piece[], place: Place): Translation<InputContent[]> {
  const translated = pieces.map((piece): Translation<InputContent> => {
    if (piece.type === 'text') return { wire: toText(piece.text), warnings: [] }
    const media = toMedia(piece)
    if (media) return { wire: media, warnings: [] }
    const { wire: note, warnings } = noteInstead(piece, { ...place, label: 'OpenAI Responses' })
    return { wire: toText(note), warnings }
  })
  return { wire: translated.map(({ wire }) => wire), warnings: translated.flatMap(({ warnings }) => warnings) }
}

/** Plain text unless there are pictures or documents: unlike the chat interface, this one takes them in a result. */
export function toWireOutput({ outcome, path, name }: LocatedResult): Translation<string | InputContent[]> {
  const { wire, warnings } = toInputContent(readOutcome(outcome).pieces, { path: `${path}/outcome/content`, tool: name })
  const texts = wire.filter(content => content.type === 'input_text')
  return { wire: texts.length === wire.length ? texts.map(({ text }) => text).join('\n') : wire, warnings }
}

function toMedia(piece: MediaPiece): ResponseInputImage | ResponseInputFile | undefined {
  const media = toOpenAiMedia(piece)
  if (media?.type === 'image') return { type: 'input_image', image_url: media.url, detail: 'auto' }
  if (media?.type === 'file') return { type: 'input_file', filename: media.name, file_data: media.url }
  return undefined
}

function toText(text: string): ResponseInputText {
  return { type: 'input_text', text }
}
