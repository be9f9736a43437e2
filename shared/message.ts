import type { UserContent } from './content'
import type { ToolOutcome } from './tool-outcome'

/**
 * Where an assistant turn came from. Opaque parts (signatures, encrypted reasoning) are valid only there:
 * all three must match before `native` may be replayed.
 */
export interface TurnOrigin {
  /** Adapter id, such as `anthropic` or `openai-responses`. */
  readonly adapter: string
  /** Base URL that answered, which distinguishes two servers of one dialect. */
  readonly endpoint: string
  readonly model: string
}

/** The longest text of one call's arguments. */
export const MAX_ARGUMENTS_CHARACTERS = 1024 * 1024

/** Arguments as the model wrote them: an object, or the text that does not parse and why. */
export type CallArguments
  = | { readonly ok: true, readonly value: Readonly<Record<string, unknown>> }
    | { readonly ok: false, readonly text: string, readonly error: string }

interface TextPart { readonly type: 'text', readonly text: string }
/** Reasoning as shown to people. It is never sent to another model; what may be replayed is in `native`. */
interface ReasoningPart { readonly type: 'reasoning', readonly text: string }
export interface ToolCallPart {
  readonly type: 'tool-call'
  /** Ours: unique in the conversation, `[a-zA-Z0-9_-]{1,64}`, so every vendor takes it. */
  readonly callId: string
  /** The vendor's own id, absent when it sent none; needed beside a replayed `native` turn. */
  readonly providerCallId?: string
  /** Exposed tool name. */
  readonly name: string
  readonly arguments: CallArguments
}
export type AssistantPart = TextPart | ReasoningPart | ToolCallPart

export interface ToolResult {
  readonly callId: string
  readonly providerCallId?: string
  readonly name: string
  readonly outcome: ToolOutcome
}

/** The canonical transcript: what every provider adapter translates from. */
export type Message
  = | { readonly role: 'user', readonly content: UserContent }
    | {
      readonly role: 'assistant'
      readonly parts: readonly AssistantPart[]
      readonly origin: TurnOrigin
      /** The turn exactly as the vendor sent it, in that adapter's own form; absent when it cannot be replayed. */
      readonly native?: unknown
      /** Whether `native` holds reasoning that only the model that made it can read. */
      readonly hasSealedReasoning?: boolean
    }
    | { readonly role: 'tool', readonly results: readonly ToolResult[] }
