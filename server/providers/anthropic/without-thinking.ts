import type { MessageParam } from '@anthropic-ai/sdk/resources/messages'
import type { MendedRequest } from '../kit/request/ask-once-more'
import { isThinking } from './assistant-turn'
import type { WireBody } from './request'

/**
 * What the vendor says of thinking that it does not take back: sealed by another model behind a gateway's name, or given
 * where thinking was switched off since. Left as it is, no later message of the conversation would get an answer.
 */
const REFUSED = /Invalid `?signature`? in `?thinking|`?redacted_thinking`? blocks [^.]*cannot be modified|When thinking is disabled, an `?assistant`? message/

/** The same request without the thinking of earlier turns, which the vendor allows to be left out. */
export function leaveOutThinking(wire: WireBody, fault: { readonly message?: unknown }): MendedRequest<WireBody> | undefined {
  if (!REFUSED.test(String(fault.message)) || !wire.messages.some(holdsThinking)) return undefined
  const messages = wire.messages.map(withoutThinking).filter(({ content }) => content.length > 0)
  return {
    wire: { ...wire, messages },
    warning: {
      path: '/messages', keyword: 'reasoning', action: 'left-out',
      reason: 'The provider refused the thinking of earlier turns, so the request was sent once more without it.',
    },
  }
}

function holdsThinking({ content }: MessageParam): boolean {
  return typeof content !== 'string' && content.some(isThinking)
}

function withoutThinking(message: MessageParam): MessageParam {
  if (message.role !== 'assistant' || typeof message.content === 'string') return message
  return { role: message.role, content: message.content.filter(block => !isThinking(block)) }
}
