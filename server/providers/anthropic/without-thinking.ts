import type { MessageParam } from '@anthropic-ai/sdk/resources/messages'
import type { RepairedRequest } from '../kit/stream/vendor-transport'
import { isThinking } from './assistant-turn'
import type { WireBody } from './request'

interface RejectedRequest { readonly message?: unknown }

/**
 * What the vendor says of thinking that it does not take back: sealed by another model behind a gateway's name, or given
 * where thinking was switched off since. Left as it is, no later message of the conversation would get an answer.
 */
const REJECTED = /Invalid `?signature`? in `?thinking|`?redacted_thinking`? blocks [^.]{0,200}cannot be modified|When thinking is disabled, an `?assistant`? message/

/** What it says of thinking by a budget after a turn that called tools without. */
const UNEXPECTED = /Expected `?thinking`? or `?redacted_thinking`?, but found/

/** The same request without thinking, and with the settings that go with that: `toWire` makes a request anew. */
export function stopThinking(wire: WireBody, error: RejectedRequest, toWire: () => WireBody): RepairedRequest<WireBody> | undefined {
  if (!UNEXPECTED.test(String(error.message)) || wire.thinking?.type !== 'enabled') return undefined
  return {
    wire: toWire(),
    warning: {
      path: '/settings/reasoningEffort', keyword: 'reasoningEffort', action: 'removed',
      reason: 'The provider refused to begin thinking after the calls of the last turn, so the request was sent once more without it.',
    },
  }
}

/** The same request without the thinking of earlier turns, which the vendor allows to be left out. */
export function leaveOutThinking(wire: WireBody, error: RejectedRequest): RepairedRequest<WireBody> | undefined {
  if (!REJECTED.test(String(error.message)) || !wire.messages.some(holdsThinking)) return undefined
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
