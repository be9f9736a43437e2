import type { ReadAuditRecord } from '#shared/audit'
import type { RequestError } from '~/utils/read-api-error'

/** One record with its bodies; follows the number it is given. A record never changes, so it is read once. */
export function useAuditRecord(seq: () => number | null) {
  const api = useApi()
  const record = shallowRef<ReadAuditRecord | null>(null)
  const error = shallowRef<RequestError | null>(null)
  const known = new Map<number, ReadAuditRecord>()

  async function load(): Promise<void> {
    const wanted = seq()
    error.value = null
    record.value = wanted === null ? null : known.get(wanted) ?? null
    if (wanted === null || record.value) return
    try {
      const answer = await api<ReadAuditRecord>(`/api/audit/${wanted}`)
      known.set(wanted, answer)
      if (wanted === seq()) record.value = answer
    }
    catch (thrown) {
      if (wanted === seq()) error.value = readRequestError(thrown)
    }
  }

  useRefetchOnReconnect(error, load)
  onMounted(() => watch(seq, () => void load(), { immediate: true }))
  return { record, error, reload: load }
}
