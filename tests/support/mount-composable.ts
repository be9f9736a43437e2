import { mountSuspended } from '@nuxt/test-utils/runtime'
import { onTestFinished } from 'vitest'
import { defineComponent, h } from 'vue'

/** What a composable gives within a component, which is unmounted when the test is over. */
export async function mountComposable<Result>(use: () => Result): Promise<Result> {
  const results: Result[] = []
  const host = await mountSuspended(defineComponent({
    setup() {
      results.push(use())
      return () => h('p')
    },
  }))
  onTestFinished(() => host.unmount())
  return results[0]!
}
