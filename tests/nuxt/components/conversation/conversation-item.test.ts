import { mountSuspended } from '@nuxt/test-utils/runtime'
import { afterEach, describe, expect, it, vi } from 'vitest'
import ConversationItem from '~/components/conversation/ConversationItem.vue'

const conversation = { id: 'a', title: 'Old title', createdAt: '2026-11-21T10:00:00Z', updatedAt: '2026-11-21T10:00:00Z' }

let unmount: () => void
afterEach(() => unmount())

async function startRenaming() {
  const item = await mountSuspended(ConversationItem, { props: { conversation }, attachTo: document.body })
  unmount = () => item.unmount()
  await item.get('[aria-label="Rename Old title"]').trigger('click')
  await vi.waitFor(() => expect(document.activeElement?.tagName).toBe('INPUT'))
  return { item, field: item.get('input') }
}

describe('renaming a chat', () => {
  it('starts with the old title selected', async () => {
    const { field } = await startRenaming()
    expect([field.element.selectionStart, field.element.selectionEnd]).toEqual([0, 'Old title'.length])
  })

  it('is given up by Esc, also when the field loses focus by it [F008-A120]', async () => {
    const { item, field } = await startRenaming()
    await field.setValue('New title')
    field.element.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
    // A browser fires this when it removes the field with focus; the simulated document does not.
    field.element.dispatchEvent(new FocusEvent('blur'))
    await vi.waitFor(() => expect(document.activeElement?.tagName).toBe('A'))
    expect(item.emitted('rename')).toBeUndefined()
  })

  it.each(['submit', 'blur'])('is saved once by %s [F008-A120]', async (cause) => {
    const { item, field } = await startRenaming()
    await field.setValue('New title')
    await (cause === 'submit' ? item.get('form') : field).trigger(cause)
    field.element.dispatchEvent(new FocusEvent('blur'))
    expect(item.emitted('rename')).toEqual([['New title']])
  })
})
