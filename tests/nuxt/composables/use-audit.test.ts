import { mountSuspended, registerEndpoint } from '@nuxt/test-utils/runtime'
import { flushPromises } from '@vue/test-utils'
import { getQuery } from 'h3'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { defineComponent, h } from 'vue'

const asked: Record<string, unknown>[] = []
registerEndpoint('/api/audit', (event) => {
  const query = getQuery(event)
  asked.push(query)
  return query.cursor ? { items: [{ seq: 1 }], nextCursor: null } : { items: [{ seq: 2 }], nextCursor: 'next' }
})

let audit: ReturnType<typeof useAudit>
const Host = defineComponent({
  setup() {
    audit = useAudit()
    return () => h('p')
  },
})

beforeEach(() => asked.splice(0))

describe('useAudit', () => {
  it('reads page after page and knows when it has all [F009-A5]', async () => {
    await mountSuspended(Host, { route: '/audit' })
    await vi.waitFor(() => expect(audit.rows.value.map(row => row.seq)).toEqual([2]))
    await audit.loadMore()
    expect(audit.rows.value.map(row => row.seq)).toEqual([2, 1])
    expect(asked[1]).toMatchObject({ cursor: 'next' })
    expect(audit.hasMore.value).toBe(false)
  })

  it('keeps filters in the address and asks anew when they change [F009-A6]', async () => {
    await mountSuspended(Host, { route: '/audit?tool=calculate' })
    await vi.waitFor(() => expect(asked.at(-1)).toMatchObject({ tool: 'calculate' }))
    await audit.setFilters({ success: 'false' })
    await flushPromises()
    expect(useRoute().query).toEqual({ tool: 'calculate', success: 'false' })
    await vi.waitFor(() => expect(asked.at(-1)).toMatchObject({ tool: 'calculate', success: 'false' }))
    expect(audit.exportAddress.value).toBe('/api/audit/export?format=jsonl&tool=calculate&success=false')
  })

  it('names what the address asks for in vain, and drops just that [F009-A31]', async () => {
    await mountSuspended(Host, { route: '/audit?kind=garbage&tool=calculate' })
    expect(audit.leftOut.value).toEqual(['Event “garbage”'])
    expect(audit.exportAddress.value).toBe('/api/audit/export?format=jsonl&tool=calculate')
    await audit.setFilters({})
    await flushPromises()
    expect(useRoute().query).toEqual({ tool: 'calculate' })
    expect(audit.leftOut.value).toEqual([])
  })
})
