import { nextTick } from 'vue'

/** Focus falls to the page when what has it is removed or disabled: after the next update it goes to what takes its place. */
export async function focusAfterUpdate(find: () => HTMLElement | null | undefined): Promise<void> {
  await nextTick()
  find()?.focus()
}
