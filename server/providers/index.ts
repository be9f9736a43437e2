import { anthropicProvider } from './anthropic'
import { createDemoProvider } from './demo'
import type { Provider } from './provider'

/** THE register of providers: one line each. */
export const providers: readonly Provider[] = [
  anthropicProvider,
  createDemoProvider(),
]
