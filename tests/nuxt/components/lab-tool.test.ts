import { mountSuspended, registerEndpoint } from '@nuxt/test-utils/runtime'
import type { VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import LabTool from '~/components/lab/LabTool.vue'
import { buildTool } from '../../fixtures/ui/build-tool'

const text = { type: 'string' }
const tool = buildTool(
  'write_file', {
    inputSchema: { type: 'object', required: ['path', 'content'], properties: { path: text, content: text, tags: { type: 'array' } } },
  },
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
const valueOf = (name: string) => Reflect.get(field(name).element, 'value')
const canSend = () => !('disabled' in lab.get('[type=submit]').attributes())
const showSide = (label: string) => lab.findAll('[role=tab]').find(tab => tab.text() === label)?.trigger('click')

describe('the form of the tool lab', () => {
  it('takes focus to the first field of a refused call, and drops the issues of a field once it is changed [F017-A20]', async () => {
    await lab.get('form').trigger('submit')
    await expect.poll(invalid).toEqual(['path', 'content'])
    await expect.poll(() => document.activeElement).toBe(field('path').element)

    await field('path').setValue('notes')
    expect(invalid()).toEqual(['content'])
  })

  it('keeps JSON that does not parse while the form is shown, says what is wrong, and cannot be sent [F017-A21]', async () => {
    await field('path').setValue('notes')
    await showSide('JSON')
    await lab.get('textarea').setValue('{"path":')
    expect(lab.get('form [role=alert]').text()).toContain('JSON')
    expect(canSend()).toBe(false)

    await showSide('Form')
    expect(lab.get('form [role=alert]').text()).toContain('Invalid JSON.')
    expect(lab.get('form [role=alert]').text()).toContain('The JSON text is kept')
    expect(lab.get('fieldset').attributes()).toHaveProperty('disabled')
    expect(canSend()).toBe(false)
    await showSide('JSON')
    expect(lab.get('textarea').element.value).toBe('{"path":')
  })

  it('goes back to the last valid arguments when the JSON text is discarded [F017-A21]', async () => {
    await field('path').setValue('notes')
    await showSide('JSON')
    await lab.get('textarea').setValue('{"path":')
    await showSide('Form')
    await lab.findAll('button').find(button => button.text() === 'Discard the JSON text')?.trigger('click')
    expect(lab.find('form [role=alert]').exists()).toBe(false)
    expect(canSend()).toBe(true)
    await showSide('JSON')
    expect(JSON.parse(lab.get('textarea').element.value)).toEqual({ path: 'notes' })
  })

  it('keeps the unfinished JSON of a field, names the field, and cannot be sent until it parses [F017-A22]', async () => {
    await field('tags').setValue('["a"')
    expect(lab.get('form [role=status]').text()).toContain('Invalid JSON: tags.')
    expect(canSend()).toBe(false)

    await showSide('JSON')
    expect(lab.get('form [role=status]').text()).toContain('in the form')
    expect(canSend()).toBe(false)
    await showSide('Form')
    expect(valueOf('tags')).toBe('["a"')

    await field('path').setValue('notes')
    expect(valueOf('tags')).toBe('["a"')
    await field('tags').setValue('["a"]')
    expect(canSend()).toBe(true)
    await showSide('JSON')
    expect(JSON.parse(lab.get('textarea').element.value)).toEqual({ path: 'notes', tags: ['a'] })
  })

  it('gives up the unfinished JSON of a field that is changed on the JSON side [F017-A22]', async () => {
    await field('tags').setValue('["a"')
    await showSide('JSON')
    await lab.get('textarea').setValue('{"tags":["b"]}')
    expect(canSend()).toBe(true)
    await showSide('Form')
    expect(valueOf('tags')).toBe('["b"]')
  })
})
