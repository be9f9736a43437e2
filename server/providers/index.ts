import { anthropicProvider } from './anthropic'
import { createDemoProvider } from './demo'
import { geminiProvider } from './gemini'
import { openaiChatProvider } from './openai-chat'
import { openaiResponsesProvider } from './openai-responses'
import type { Provider } from './provider'

/**
 * Rises with every change of what a tool becomes at some target, or of the warnings: verdicts that are stored under
 * another number are computed again.
 */
export const TRANSLATION_VERSION = 1

/** THE register of providers: one line each. */
export const providers: readonly Provider[] = [
  anthropicProvider,
  createDemoProvider(),
  geminiProvider,
  openaiChatProvider,
  openaiResponsesProvider,
]
