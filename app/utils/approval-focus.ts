const WAITING = '[data-approval="waiting"]'

/**
 * Brings focus to a card that begins to wait, so that it is announced: never to Allow, and never out of a text that
 * someone writes, an open panel, or another card that waits.
 */
export function takeApprovalFocus(card: HTMLElement | null): void {
  const active = document.activeElement
  const isWriting = (active instanceof HTMLTextAreaElement || active instanceof HTMLInputElement) && active.value !== ''
  if (isWriting || active?.closest(`${WAITING}, dialog, [role="dialog"]`)) return
  card?.focus({ preventScroll: true })
}

/**
 * Takes focus on from a card that is answered and about to be removed: to the next one that waits, else
 * to the head of its own call. Not into the composer, which would bring up the keyboard of a phone.
 */
export function moveApprovalFocus(answered: HTMLElement | null): void {
  if (!answered?.contains(document.activeElement)) return
  const waiting = [...document.querySelectorAll<HTMLElement>(WAITING)].filter(card => card !== answered)
  const next = waiting.find(card => answered.compareDocumentPosition(card) & Node.DOCUMENT_POSITION_FOLLOWING) ?? waiting[0]
  const target = next ?? answered.closest('[data-call]')?.querySelector<HTMLElement>('button')
  target?.focus()
}
