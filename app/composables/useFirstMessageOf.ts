import type { RunRequest } from './useChat'

interface FirstMessageTarget {
  readonly send: (request: RunRequest) => Promise<boolean>
  readonly load: () => Promise<void>
  readonly putBack: (text: string) => void
}

/** Loads a chat, and sends what the start page gave it to send. Refused, the text comes back into the composer. */
export function useFirstMessageOf(conversationId: string, { send, load, putBack }: FirstMessageTarget) {
  const firstMessage = useFirstMessage()

  onMounted(async () => {
    const first = firstMessage.value
    firstMessage.value = null
    await load()
    if (first?.conversationId === conversationId && !await send(first)) putBack(first.input)
  })
}
