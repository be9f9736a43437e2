import { registerEndpoint } from '@nuxt/test-utils/runtime'
import { expect, it, vi } from 'vitest'
import { ref } from 'vue'
import { useAuditRecord } from '~/composables/useAuditRecord'
import { mountComposable } from '../../support/mount-composable'

const first = Promise.withResolvers<{ seq: number }>()
registerEndpoint('/api/audit/1', () => first.promise)
registerEndpoint('/api/audit/2', () => ({ seq: 2 }))

it('shows the record that was chosen last, also when an earlier one arrives later', async () => {
  const seq = ref(1)
  const { record, reload } = await mountComposable(() => useAuditRecord(() => seq.value))
  const earlier = reload()
  seq.value = 2
  await vi.waitFor(() => expect(record.value?.seq).toBe(2))
  first.resolve({ seq: 1 })
  await earlier
  expect(record.value?.seq).toBe(2)
})
