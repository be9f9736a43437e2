import type { ChatInput } from '~/utils/chat-input'

/** Makes a chat of its first message, and gives its id. When the message is refused, the chat made for it goes again. */
export function useFirstMessage() {
  const api = useApi()
  const { create, remove, refresh } = useConversations()

  return async ({ input, ...chosen }: ChatInput): Promise<string> => {
    const { id } = await create(chosen)
    try {
      await api(`/api/conversations/${id}/runs`, { method: 'POST', body: { input, ...chosen } })
    }
    catch (error) {
      // Without the API's own answer the run may be under way, and the chat must stay.
      if (readApiError(error).requestId) await remove(id)
      throw error
    }
    // Its title was made of the message.
    void refresh()
    return id
  }
}
