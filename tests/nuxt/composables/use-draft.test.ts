import { expect, it, vi } from 'vitest'
import { useDraft } from '~/composables/useDraft'
import { useSession } from '~/composables/useSession'
import { mountComposable } from '../../support/mount-composable'

async function draftOf(id: string) {
  return mountComposable(() => {
    useSession().session.value = { user: { id, email: `${id}@example.org`, name: id, role: 'user' }, needsSetup: false }
    return useDraft('new').draft
  })
}

it('keeps what was typed for the person who typed it, and shows it to nobody else at the same browser [F008-A98]', async () => {
  const draft = await draftOf('ada')
  draft.value = 'not yet sent'
  await vi.waitFor(() => expect(JSON.stringify({ ...localStorage })).toContain('not yet sent'))
  expect((await draftOf('bob')).value).toBe('')
  expect((await draftOf('ada')).value).toBe('not yet sent')
})
