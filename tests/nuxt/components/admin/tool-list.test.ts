import { mountSuspended, registerEndpoint } from '@nuxt/test-utils/runtime'
import { flushPromises } from '@vue/test-utils'
import { createError, readBody } from 'h3'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { ToolListing } from '#shared/tool'
import AdminToolList from '~/components/admin/AdminToolList.vue'

function tool(name: string, source: string, more: Partial<ToolListing> = {}): ToolListing {
  return {
    name, title: name, description: `Does ${name}.`, inputSchema: {}, annotations: {}, originalName: name, enabled: true,
    source: { id: source, kind: 'plugin', name: source, state: 'ready' }, approval: 'allow', groups: [], tokens: 10,
    fingerprint: 'f', state: 'ready', strict: false, compatibility: [], ...more,
  }
}

const MARKS: ToolListing['compatibility'] = [
  { target: 'one', label: 'One', verdict: 'ok', warnings: 0 },
  { target: 'two', label: 'Two', verdict: 'adapted', warnings: 3 },
  { target: 'three', label: 'Three', verdict: 'refused', reason: 'It has no schema.', warnings: 0 },
]
/** The switch that turns a tool on and off; the other one of its row makes it strict. */
const POWER = '[role="switch"]:not([aria-label$="strict"])'
const received: unknown[] = []
registerEndpoint('/api/tools', () => ({
  items: [
    tool('calculate', 'calculator', { compatibility: MARKS }),
    tool('write_file', 'filesystem', { approval: 'ask', annotations: { readOnlyHint: false, destructiveHint: true } }),
  ],
}))
registerEndpoint('/api/tools/calculate', {
  method: 'PATCH', handler: async (event) => {
    received.push(await readBody(event))
    return {}
  },
})
registerEndpoint('/api/tools/write_file', {
  method: 'PATCH', handler: () => {
    throw createError({ statusCode: 409, data: { code: 'conflict' }, message: 'The database is read-only.' })
  },
})

async function mountList() {
  clearNuxtData()
  const list = await mountSuspended(AdminToolList)
  await vi.waitFor(() => expect(list.findAll(POWER)).toHaveLength(2))
  return list
}

beforeEach(() => received.splice(0))

describe('the tools of the administration', () => {
  it('stand under their source with hints, tokens and approval in plain words [F009-A9]', async () => {
    const list = await mountList()
    expect(list.findAll('section').map(section => section.attributes('aria-label'))).toEqual(['calculator', 'filesystem'])
    expect(list.text()).toContain('Destructive')
    expect(list.text()).toContain('10 tokens')
    expect(list.text()).toContain('Ask')
  })

  it('are switched at once and the switch is sent [F009-A10]', async () => {
    const list = await mountList()
    const toggle = list.find('[role="switch"][aria-label^="calculate"]')
    await toggle.trigger('click')
    expect(toggle.attributes('aria-checked')).toBe('false')
    await vi.waitFor(() => expect(list.text()).toContain('Saved'))
    expect(received).toEqual([{ enabled: false }])
  })

  it('are offered in strict mode by a switch of their own [F018-A6]', async () => {
    const list = await mountList()
    const toggle = list.find('[aria-label="calculate is not strict"]')
    await toggle.trigger('click')
    expect(toggle.attributes('aria-label')).toBe('calculate is strict')
    await vi.waitFor(() => expect(received).toEqual([{ strict: true }]))
  })

  it('say in words how they fare at each vendor, and why not [F018-A7]', async () => {
    const list = await mountList()
    const marks = list.findAll('[aria-label="Compatibility"] li')
    expect(marks.map(mark => mark.text())).toEqual(['Oneok', 'Twoadapted 3', 'Threerefused'])
    expect(marks.map(mark => mark.attributes('title'))).toEqual(
      ['One supports it unchanged.', 'Two supports it with 3 changes.', 'Not offered to Three. It has no schema.'],
    )
  })

  it('go back and say why when the server refuses the switch [F009-A10]', async () => {
    const list = await mountList()
    const toggle = list.find('[role="switch"][aria-label^="write_file"]')
    await toggle.trigger('click')
    await vi.waitFor(() => expect(list.find('[role="alert"]').text()).toContain('Could not save'))
    expect(toggle.attributes('aria-checked')).toBe('true')
  })

  it('are found by a part of name, description or source', async () => {
    const list = await mountList()
    await list.find('input[type="search"]').setValue('filesys')
    await flushPromises()
    expect(list.findAll(POWER)).toHaveLength(1)
    await list.find('input[type="search"]').setValue('no such thing')
    expect(list.text()).toContain('No tools match')
  })
})
