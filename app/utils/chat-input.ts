import type { ModelSettings } from '#shared/model-settings'
import type { ToolSelection } from '#shared/tool'

/** Everything that the composer sends: a text, and what its run is started with. */
export interface ChatInput {
  readonly input: string
  readonly model: string
  readonly tools: ToolSelection
  readonly settings: ModelSettings
  /** The system prompt; empty: none. */
  readonly system: string
}

/** The part that stays from one message to the next. */
export type ChatSettings = Omit<ChatInput, 'input'>

/** The same as the composer shows it: without a model while none is available. */
export type ShownChatSettings = Omit<ChatSettings, 'model'> & { readonly model: string | null }
