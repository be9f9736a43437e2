import { mountSuspended, registerEndpoint } from '@nuxt/test-utils/runtime'
import type { VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import LabTool from '~/components/lab/LabTool.vue'
import { buildTool } from '../../fixtures/ui/build-tool'

const text = { type: 'string' }
const tool = buildTool(
  'write_file', { inputSchema: { type: 'object', required: ['path', 'content'], properties: { path: text, content: text } } },
)
const issues = ['/path', '/content'].map(path => ({ path, expected: 'a value: this field is required', got: 'nothing' }))
registerEndpoint('/api/tools/write_file/wire', () => ({ items: [] }))
registerEndpoint('/api/tools/write_file/calls', { method: 'POST', handler: () => (
  { callId: 'c1', seq: 1, outcome: { status: 'invalid-input', content: [], durationMs: 0, issues } }
) })

let lab: VueWrapper
beforeEach(async () => {
  lab = await mountSuspended(LabTool, { props: { tool }, attachTo: document.body })
})
afterEach(() => lab.unmount())

const field = (name: string) => lab.get(`[id="${lab.findAll('label').find(label => label.text() === name)?.attributes('for')}"]`)
const invalid = () => ['path', 'content'].filter(name => field(name).attributes('aria-invalid') === 'true')
const showSide = (label: string) => lab.findAll('[role=tab]').find(tab => tab.text() === label)?.trigger('click')

describe('the form of the tool lab', () => {
  it('takes focus to the first field of a refused call, and drops the issues of a field once it is changed [F017-A20]', async () => {
    await lab.get('form').trigger('submit')
    await expect.poll(invalid).toEqual(['path', 'content'])
    await expect.poll(() => document.activeElement).toBe(field('path').element)

    await field('path').setValue('notes')
    expect(invalid()).toEqual(['content'])
  })

  it('can be sent again after JSON that does not parse [F017-A21]', async () => {
    await field('path').setValue('notes')
    await showSide('JSON')
    await lab.get('textarea').setValue('{"path":')
    expect(lab.get('form [role=alert]').text()).toContain('JSON')
    expect(lab.get('[type=submit]').attributes()).toHaveProperty('disabled')

    await showSide('Form')
    expect(lab.find('form [role=alert]').exists()).toBe(false)
    expect(lab.get('[type=submit]').attributes()).not.toHaveProperty('disabled')
    await showSide('JSON')
    expect(JSON.parse(lab.get('textarea').element.value)).toEqual({ path: 'notes' })
  })
})
