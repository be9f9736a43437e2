import { mountSuspended } from '@nuxt/test-utils/runtime'
import { expect, it, onTestFinished, vi } from 'vitest'
import { h } from 'vue'
import ShellPopover from '~/components/shell/ShellPopover.vue'

it('is closed by Escape also when the focus has left it, and nobody else sees that key', async () => {
  const outside = document.createElement('button')
  const onKey = vi.fn()
  outside.addEventListener('keydown', onKey)
  document.body.append(outside)
  onTestFinished(() => outside.remove())
  const popover = await mountSuspended(ShellPopover, {
    props: { label: 'Settings', open: true }, slots: { opener: () => h('button'), default: () => h('input') }, attachTo: document.body,
  })
  expect(popover.find('[role="dialog"]').exists()).toBe(true)
  outside.focus()
  outside.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  expect(popover.emitted('update:open')).toEqual([[false]])
  expect(onKey).not.toHaveBeenCalled()
})
