import { anthropicProvider } from './anthropic'
import { createDemoProvider } from './demo'
import { geminiProvider } from './gemini'
import { openaiChatProvider } from './openai-chat'
import { openaiResponsesProvider } from './openai-responses'
import type { Provider } from './provider'

/** THE register of providers: one line each. */
export const providers: readonly Provider[] = [
  anthropicProvider,
  createDemoProvider(),
  geminiProvider,
  openaiChatProvider,
  openaiResponsesProvider,
]
