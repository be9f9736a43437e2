import type { RunRequest } from './useChat'

interface FirstMessageTarget {
  readonly send: (request: RunRequest) => Promise<boolean>
  readonly load: () => Promise<void>
  readonly draft: Ref<string>
}

/** Loads a chat, and sends what the start page gave it to send. Refused, the text comes back into the composer. */
export function useFirstMessageOf(conversationId: string, { send, load, draft }: FirstMessageTarget) {
  const firstMessage = useFirstMessage()

  onMounted(async () => {
    const first = firstMessage.value
    firstMessage.value = null
    await load()
    if (first?.conversationId === conversationId && !await send(first)) draft.value = first.input
  })
}
