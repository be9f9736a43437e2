import { anthropicProvider } from './anthropic'
import { createDemoProvider } from './demo'
import { geminiProvider } from './gemini'
import { openaiChatProvider } from './openai-chat'
import { openaiResponsesProvider } from './openai-responses'
import type { Provider } from './provider'

/** THE register of providers: one line each, in the order in which people are offered them. */
export const providers: readonly Provider[] = [
  anthropicProvider,
  openaiResponsesProvider,
  geminiProvider,
  openaiChatProvider,
  createDemoProvider(),
]
