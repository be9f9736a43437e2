/** Brings the head of a call's card into view, as far as it is out of it; at once, as one may step through many by key. */
export function showCallCard(callId: string): void {
  document.querySelector(`[data-call="${CSS.escape(callId)}"] > button`)?.scrollIntoView({ block: 'nearest' })
}
