import { mountSuspended } from '@nuxt/test-utils/runtime'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { nextTick } from 'vue'
import { decideApproval } from '#server/tools/approval-policy'
import { denied } from '#server/tools/outcomes'
import ToolApproval from '~/components/tool/ToolApproval.vue'
import { buildRun, type TimedEvents, WAITING_RUN } from '../../fixtures/ui/build-run'
import { buildTool } from '../../fixtures/ui/build-tool'

const tool = buildTool('write_file', { annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true } })
const ANSWERED: TimedEvents = [
  ...WAITING_RUN, [900, { type: 'approval-response', callId: 'call-1', decision: 'deny', note: 'No', userId: 'u', binding: 'b' }],
]
const mounted: (() => void)[] = []
afterEach(() => {
  mounted.splice(0).forEach(unmount => unmount())
  localStorage.clear()
})

async function mountApproval(timed: TimedEvents, isWaiting = true) {
  const card = await mountSuspended(ToolApproval, {
    props: { call: buildRun(timed).calls['call-1']!, tool, isWaiting },
    attachTo: document.body,
  })
  mounted.push(() => card.unmount())
  return card
}
const buttonOf = (card: Awaited<ReturnType<typeof mountApproval>>, text: string) => card.findAll('button').find(
  button => button.text() === text,
)!

describe('ToolApproval', () => {
  it('states tool, source, arguments, hints and reason', async () => {
    const text = (await mountApproval(WAITING_RUN)).text()

    const parts = ['write_file', 'Weather', 'notes/summary.md', 'Accesses systems outside this server.', 'Tools that write ask first.']
    for (const part of parts) {
      expect(text).toContain(part)
    }
  })

  it('says once that a tool may delete, in the reason [F006-A40]', async () => {
    const decided = decideApproval('ask', tool.annotations, 'model')
    const reason = decided.decision === 'ask' ? decided.reason : ''
    const asked: TimedEvents = WAITING_RUN.map(([at, event]) => [at, event.type === 'approval-request' ? { ...event, reason } : event])
    const sentences = (await mountApproval(asked)).get('p + p').text()

    expect(sentences).toBe('This tool can overwrite or delete data. Accesses systems outside this server.')
  })

  it('takes focus to the card and never to Allow [F008-A7]', async () => {
    const card = await mountApproval(WAITING_RUN, false)
    await card.setProps({ isWaiting: true })
    await nextTick()

    expect(document.activeElement?.getAttribute('data-approval')).toBe('waiting')
    expect(card.text()).toContain('Allow once')
  })

  it('leaves focus with the first of several cards, and takes it to the next one after an answer [F008-A52]', async () => {
    const cards = [await mountApproval(WAITING_RUN), await mountApproval(WAITING_RUN), await mountApproval(WAITING_RUN)]
    const focused = () => cards.findIndex(card => card.element.contains(document.activeElement))
    expect(focused()).toBe(0)

    buttonOf(cards[0]!, 'Allow once').element.focus()
    await buttonOf(cards[0]!, 'Allow once').trigger('click')
    expect(focused()).toBe(0)
    await cards[0]!.setProps({ isWaiting: false })
    expect(document.activeElement?.getAttribute('data-approval')).toBe('waiting')
    expect(focused()).toBe(1)

    buttonOf(cards[1]!, 'Deny').element.focus()
    await buttonOf(cards[1]!, 'Deny').trigger('click')
    await cards[1]!.setProps({ isWaiting: false })
    expect(focused()).toBe(2)
  })

  it('sends a denial with its note, once', async () => {
    const card = await mountApproval(WAITING_RUN)
    await card.get('input').setValue('Another folder, please')
    const deny = buttonOf(card, 'Deny')
    await deny.trigger('click')
    await deny.trigger('click')

    expect(card.emitted('answer')).toEqual([['deny', 'Another folder, please']])
  })

  it('can be answered again after an answer that failed, and says why each time [F006-A31]', async () => {
    const card = await mountApproval(WAITING_RUN)
    for (const attempt of [1, 2]) {
      await buttonOf(card, 'Allow once').trigger('click')
      expect(buttonOf(card, 'Allow once').attributes('aria-disabled')).toBe('true')

      await card.setProps(
        { error: { code: 'internal', title: 'Something went wrong', message: 'Could not reach the server.', actions: [] } },
      )
      expect(card.get('[role="alert"]').text()).toContain('Could not reach the server.')
      expect(['Deny', 'Allow once'].map(text => buttonOf(card, text).attributes('aria-disabled'))).toEqual(['false', 'false'])
      expect(card.emitted('answer')).toHaveLength(attempt)
    }
    await card.setProps({ error: undefined })
    expect(card.find('[role="alert"]').exists()).toBe(false)
  })

  it('keeps the note for the next time it is shown, and forgets it once it is answered [F008-A91]', async () => {
    const first = await mountApproval(WAITING_RUN)
    await first.get('input').setValue('Another folder')
    mounted.splice(0).forEach(unmount => unmount())
    const second = await mountApproval(WAITING_RUN)
    await vi.waitFor(() => expect(second.get('input').element.value).toBe('Another folder'))

    await second.setProps({ isWaiting: false })
    expect(Object.values({ ...localStorage })).not.toContain('Another folder')
  })

  it.each(
    [['Allow once', 'Already denied in another tab. Your choice was not applied.'], ['Deny', '']],
  )('whose %s came second says whether it counted [F006-A33]', async (chosen, warning) => {
    const card = await mountApproval(WAITING_RUN)
    await buttonOf(card, chosen).trigger('click')
    await card.setProps({ call: buildRun(ANSWERED).calls['call-1']!, isWaiting: false })
    expect(card.find('[role="alert"]').exists()).toBe(false)
    await card.setProps({ error: { code: 'conflict', title: 'Conflict', message: 'This call has already been answered.', actions: [] } })

    expect(card.findAll('[role="alert"]').map(alert => alert.text()).join()).toBe(warning)
  })

  it('shows the reason of a rule that denied the call after a person had allowed it [F006-A46]', async () => {
    const card = await mountApproval([
      ...WAITING_RUN,
      [900, { type: 'approval-response', callId: 'call-1', decision: 'allow', userId: 'u', binding: 'b' }],
      [950, { type: 'tool-end', step: 1, callId: 'call-1', outcome: denied('An administrator set this tool to deny.') }],
    ], false)

    expect(card.text()).toMatch(/^Allowed once\s*Not run\. An administrator set this tool to deny\.$/)
  })

  it('stays answered', async () => {
    const card = await mountApproval(ANSWERED, false)

    expect(card.text()).toBe('Denied: No')
    expect(card.findAll('button')).toHaveLength(0)
  })
})
