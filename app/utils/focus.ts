import { nextTick } from 'vue'
import type { FormErrorEvent } from '@nuxt/ui'

/** Focus falls to the page when what has it is removed or disabled: after the next update it goes to what takes its place. */
export async function focusAfterUpdate(find: () => HTMLElement | null | undefined): Promise<void> {
  await nextTick()
  find()?.focus()
}

/** For a form that was sent: the topmost of the fields that have an error, whatever the order in which they were checked. */
export function focusFirstError({ errors }: FormErrorEvent): void {
  const fields = errors.flatMap(({ id }) => id ? `#${CSS.escape(id)}` : [])
  if (fields.length) document.querySelector<HTMLElement>(fields.join())?.focus()
}

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

/** Brings the head of a call's card into view, as far as it is out of it; at once, as one may step through many by key. */
export function showCallCard(callId: string): void {
  document.querySelector(`[data-call="${CSS.escape(callId)}"] > button`)?.scrollIntoView({ block: 'nearest' })
}
