import type { RunRequest } from './useChat'

/** Carries the first message from the start page to the chat it opens, which sends it: one place sends, and shows why it failed. */
export function useFirstMessage() {
  return useState<(RunRequest & { readonly conversationId: string }) | null>('first-message', () => null)
}
