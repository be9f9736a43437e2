import { mockNuxtImport, mountSuspended } from '@nuxt/test-utils/runtime'
import { describe, expect, it } from 'vitest'
import { ref } from 'vue'
import ChatRunEnd from '~/components/chat/ChatRunEnd.vue'
import ChatUserMessage from '~/components/chat/ChatUserMessage.vue'
import { buildRun, runStart, STARTED_AT, USAGE, WAITING_RUN } from '../../../fixtures/ui/build-run'

const copied: string[] = []
mockNuxtImport('useCopy', () => () => {
  const isCopied = ref(false)
  return { isCopied, copy: async (text: string) => {
    copied.push(text)
    isCopied.value = true
  } }
})

const ended = (reason: 'completed' | 'failed' | 'cancelled', kind?: 'bad-request' | 'overloaded') => buildRun([
  [0, runStart], [
    1200,
    {
      type: 'run-end', reason, usage: USAGE, cost: 0,
      ...(kind && { error: { code: 'provider-rejected', message: 'No.', retryable: false, kind } }),
    },
  ],
])
const mountEnd = (run: ReturnType<typeof ended>, change: {
  isLast?: boolean
  earlierAttempts?: readonly string[]
} = {}) => mountSuspended(ChatRunEnd, {
  props: { run, modelName: 'Model Two', isLast: true, earlierAttempts: [], isShownInInspector: false, ...change },
})
const labels = (shown: Awaited<ReturnType<typeof mountEnd>>) => shown.findAll('button').map(button => button.text())

describe('the end of an answer', () => {
  it('says how long model and tools took, without the wait for a person [F008-A94]', async () => {
    const run = buildRun([
      ...WAITING_RUN.map(([at, event]) => [at, event.type === 'step-end' ? { ...event, durationMs: 500 } : event] as const),
      [3_600_000, { type: 'run-end', reason: 'cancelled', usage: USAGE, cost: 0 }],
    ])
    expect((await mountEnd(run)).get('[title^="Model and tool time"]').text()).toBe('500 ms')
  })

  it('names its model and when it began [F008-A70]', async () => {
    const shown = await mountEnd(ended('completed'))
    expect(shown.text()).toContain('Model Two')
    expect(shown.get('time').attributes('datetime')).toBe(new Date(STARTED_AT).toISOString())
  })

  it.each([
    ['was stopped', ended('cancelled')],
    ['failed for a reason that another model may mend', ended('failed', 'bad-request')],
    ['failed for a reason that passes', ended('failed', 'overloaded')],
  ])('that %s can be repeated while it is the last, once and not later [F008-A65]', async (_how, run) => {
    expect(labels(await mountEnd(run)).filter(label => label === 'Try again')).toHaveLength(1)
    expect(labels(await mountEnd(run, { isLast: false }))).not.toContain('Try again')
  })

  it('leads to the attempts that it replaces [F008-A65]', async () => {
    const shown = await mountEnd(ended('completed'), { earlierAttempts: ['a', 'b'] })
    for (const label of ['Attempt 1', 'Attempt 2']) await shown.findAll('button').find(button => button.text() === label)!.trigger('click')
    expect(shown.emitted('inspect')).toEqual([['a'], ['b']])
  })
})

describe('a message of one\'s own', () => {
  it('can be copied whole [F008-A70]', async () => {
    const shown = await mountSuspended(
      ChatUserMessage, { props: { content: [{ type: 'text', text: 'One' }, { type: 'text', text: 'Two' }] } },
    )
    await shown.get('button[aria-label="Copy message"]').trigger('click')
    expect(copied).toEqual(['One\n\nTwo'])
    expect(shown.find('button[aria-label="Copied"]').exists()).toBe(true)
  })
})
