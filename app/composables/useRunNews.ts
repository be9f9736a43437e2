/**
 * Tells other tabs of this browser that a run began or ended in a conversation, and tells us. A page that comes back to
 * the front is told too: on another device something may have happened. `null`: listens to all conversations and sends nothing.
 */
export function useRunNews(conversationId: string | null, onNews: () => void): () => void {
  if (import.meta.server) return () => undefined
  const channel = new BroadcastChannel('patchbay-runs')
  channel.onmessage = (message: MessageEvent<unknown>) => {
    if (conversationId === null || message.data === conversationId) onNews()
  }
  const onVisible = () => {
    if (!document.hidden) onNews()
  }
  document.addEventListener('visibilitychange', onVisible)
  // A window beside another one is visible all the time.
  window.addEventListener('focus', onVisible)
  onScopeDispose(() => {
    channel.close()
    document.removeEventListener('visibilitychange', onVisible)
    window.removeEventListener('focus', onVisible)
  })
  return () => channel.postMessage(conversationId)
}
