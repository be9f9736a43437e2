import type { ChatDelta, ContentPart } from './chunk'

/** A delta whose content is text, whatever form the server gave it. */
export interface PlainDelta extends Omit<ChatDelta, 'content'> {
  readonly content?: string | null
  /** Reasoning that stood among the parts of the content. It is shown, and not sent back. */
  readonly thinking?: string
}

export function toPlainDelta(delta: ChatDelta): PlainDelta {
  const { content } = delta
  if (!Array.isArray(content)) return delta as PlainDelta // just checked; an answer has thousands of these
  return { ...delta, content: content.map(({ text }) => text ?? '').join(''), thinking: content.flatMap(readThinking).join('') }
}

function readThinking({ thinking }: ContentPart): readonly string[] {
  return thinking?.map(({ text }) => text ?? '') ?? []
}
