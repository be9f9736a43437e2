import { mountSuspended } from '@nuxt/test-utils/runtime'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { defineComponent, h } from 'vue'
import { buildRun, PARALLEL_RUN, runStart, WAITING_RUN } from '../../fixtures/ui/build-run'
import { isStoppableByKey } from '~/utils/wording/run-status'

const mounted: (() => void)[] = []
afterEach(() => mounted.splice(0).forEach(unmount => unmount()))

async function mountWith(setup: () => void) {
  const host = await mountSuspended(defineComponent({
    setup() {
      setup()
      return () => h('div', [h('div', { role: 'dialog', tabindex: -1 }), h('main', { tabindex: -1 })])
    },
  }), { attachTo: document.body })
  mounted.push(() => host.unmount())
  return host
}
const keydown = (key: string) => new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })

describe('Esc', () => {
  it.each([
    ['stops a run that streams', [[0, runStart], [0, { type: 'step-start', step: 1 }]] as const, 1],
    ['stops a run whose tools work', PARALLEL_RUN, 1],
    ['leaves a run alone that waits for approval', WAITING_RUN, 0],
    ['leaves a run alone in which one call waits while another works', WAITING_RUN.slice(0, -1), 0],
    [
      'leaves a run alone that has ended',
      [
        [0, runStart],
        [
          1,
          {
            type: 'run-end', reason: 'completed',
            usage: { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 }, cost: 0,
          },
        ],
      ] as const,
      0,
    ],
  ])('%s [F008-A63]', async (_title, events, stops) => {
    const stop = vi.fn(async () => undefined)
    const run = buildRun(events)
    await mountWith(() => useStopKey(() => isStoppableByKey(run), stop))
    document.body.dispatchEvent(keydown('Escape'))
    expect(stop).toHaveBeenCalledTimes(stops)
  })

  it('is used up by what handled it before', async () => {
    const stop = vi.fn(async () => undefined)
    await mountWith(() => useStopKey(() => true, stop))
    const used = keydown('Escape')
    used.preventDefault()
    document.body.dispatchEvent(used)
    expect(stop).not.toHaveBeenCalled()
  })
})

describe('a shortcut of one character', () => {
  it('acts on the screen, and never inside an open panel [F008-A62]', async () => {
    const host = await mountWith(useShellShortcuts)
    const command = useState<{ readonly id: string } | null>('shell-command')
    command.value = null
    const slash = keydown('/')
    host.get('[role="dialog"]').element.dispatchEvent(slash)
    expect([command.value, slash.defaultPrevented]).toEqual([null, false])

    host.get('main').element.dispatchEvent(keydown('/'))
    expect(command.value).toEqual({ id: 'compose' })
  })
})
