import { mountSuspended } from '@nuxt/test-utils/runtime'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { USelect } from '#components'
import AuditFilterBar from '~/components/audit/AuditFilterBar.vue'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

async function mountBar(q?: string) {
  const bar = await mountSuspended(AuditFilterBar, { props: { filters: q ? { q } : {} }, attachTo: document.body })
  const field = bar.get<HTMLInputElement>('input[type="search"]')
  field.element.focus()
  return { bar, field }
}

describe('the search of the audit', () => {
  it('filters while it is typed, once the typing rests, and keeps the focus [F009-A33]', async () => {
    const { bar, field } = await mountBar()
    await field.setValue('ca')
    vi.advanceTimersByTime(200)
    await field.setValue('calc')
    vi.advanceTimersByTime(200)
    expect(bar.emitted('change')).toBeUndefined()
    vi.advanceTimersByTime(100)
    expect(bar.emitted('change')).toEqual([[{ q: 'calc' }]])

    await bar.setProps({ filters: { q: 'calc' } })
    expect([field.element.value, document.activeElement]).toEqual(['calc', field.element])
    bar.unmount()
  })

  it('searches at once on Enter, and not a second time when the typing rests [F009-A33]', async () => {
    const { bar, field } = await mountBar()
    await field.setValue('calc')
    await bar.get('form').trigger('submit')
    await bar.setProps({ filters: { q: 'calc' } })
    vi.advanceTimersByTime(1000)
    expect(bar.emitted('change')).toEqual([[{ q: 'calc' }]])
    bar.unmount()
  })

  it('leaves what is being typed alone when an earlier search arrives in the address [F009-A33]', async () => {
    const { bar, field } = await mountBar()
    await field.setValue('calc')
    vi.advanceTimersByTime(300)
    await field.setValue('calculate')
    await bar.setProps({ filters: { q: 'calc' } })
    expect(field.element.value).toBe('calculate')
    vi.advanceTimersByTime(300)
    expect(bar.emitted('change')).toEqual([[{ q: 'calc' }], [{ q: 'calculate' }]])
    bar.unmount()
  })

  it('follows the address when it changes by Back or by a filter that is removed [F009-A33]', async () => {
    const { bar, field } = await mountBar('calc')
    field.element.blur()
    await bar.setProps({ filters: {} })
    expect(field.element.value).toBe('')
    vi.advanceTimersByTime(1000)
    expect(bar.emitted('change')).toBeUndefined()
    bar.unmount()
  })
})

it('the filter by user offers the names that the records gave, and filters by the account [F009-A47]', async () => {
  const people = new Map([['u1', 'Ada'], ['u2', 'Grace']])
  const bar = await mountSuspended(AuditFilterBar, { props: { filters: {}, people }, attachTo: document.body })
  await bar.get('[aria-label^="More filters"]').trigger('click')
  await vi.waitFor(() => expect(document.querySelector('datalist')).not.toBeNull())
  const list = document.querySelector('datalist')
  expect(
    [...list?.querySelectorAll('option') ?? []].map(option => [option.getAttribute('label'), option.getAttribute('value')]),
  ).toEqual([['Ada', 'u1'], ['Grace', 'u2']])
  const field = document.querySelector<HTMLInputElement>(`[list="${list?.id}"]`)
  if (!field) throw new Error('No field takes from the list.')
  field.value = 'u2'
  field.dispatchEvent(new Event('input'))
  field.form?.requestSubmit()
  await vi.waitFor(() => expect(bar.emitted('change')?.at(-1)).toMatchObject([{ user: 'u2' }]))
  bar.unmount()
})

it('the filter by result offers each outcome of a tool call, in place of success alone [F009-A136]', async () => {
  const bar = await mountSuspended(AuditFilterBar, { props: { filters: { success: 'false' } } })
  const select = bar.findAllComponents(USelect)[1]!
  const groups: readonly (readonly { readonly label: string }[])[] = Reflect.get(select.props(), 'items')
  expect(groups.map(group => group.map(item => item.label))).toEqual([
    ['Any result', 'Succeeded', 'Unsuccessful'],
    [
      'Tool calls', 'Succeeded', 'Denied', 'Invalid arguments', 'Unknown tool', 'Timed out', 'Failed', 'Cancelled', 'Outcome unknown',
    ],
  ])
  for (const value of ['timed-out', 'true', 'any']) select.vm.$emit('update:modelValue', value)
  expect(bar.emitted('change')).toEqual([
    [{ success: undefined, outcome: 'timed-out' }], [{ success: 'true', outcome: undefined }], [{ success: undefined, outcome: undefined }],
  ])
})
