import type { ChatDelta, ContentPart } from './chunk'

/** A delta whose content is text and whose calls are a list, whatever form the server gave them. */
export interface PlainDelta extends Omit<ChatDelta, 'content' | 'function_call'> {
  readonly content?: string | null
  /** Reasoning that stood among the parts of the content. It is shown, and not sent back. */
  readonly thinking?: string
}

export function toPlainDelta(delta: ChatDelta): PlainDelta {
  const { content, tool_calls: calls, function_call: call } = delta
  if (!Array.isArray(content) && !call) return delta as PlainDelta // just checked; an answer has thousands of these
  return {
    ...delta,
    ...(call && !calls?.length && { tool_calls: [{ index: 0, function: call }] }),
    ...(Array.isArray(content)
      ? { content: content.map(({ text }) => text ?? '').join(''), thinking: content.flatMap(readThinking).join('') }
      : { content }),
  }
}

function readThinking({ thinking }: ContentPart): readonly string[] {
  return thinking?.map(({ text }) => text ?? '') ?? []
}
