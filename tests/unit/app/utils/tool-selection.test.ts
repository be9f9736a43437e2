import { describe, expect, it } from 'vitest'
import { groupBySource, namesOf, stateOf, toggleTools, toSelection } from '~/utils/tool-selection'
import { buildTool } from '../../../fixtures/ui/build-tool'

const read = buildTool('read_file', { source: { id: 'filesystem', kind: 'plugin', name: 'Files', state: 'ready' } })
const write = buildTool('write_file', { source: { id: 'filesystem', kind: 'plugin', name: 'Files', state: 'ready' } })
const off = buildTool('get_weather', { enabled: false })
const denied = buildTool('query_database', { approval: 'deny' })
const TOOLS = [read, write, off]

describe('tool selection', () => {
  it('never offers a tool that an admin has switched off or set to be always denied', () => {
    expect([...namesOf({ mode: 'all' }, [read, denied])]).toEqual(['read_file'])
    expect([...namesOf({ mode: 'all' }, TOOLS)]).toEqual(['read_file', 'write_file'])
    expect([...namesOf({ mode: 'selected', names: ['get_weather', 'read_file'] }, TOOLS)]).toEqual(['read_file'])
  })

  it('keeps "all" as all, so that a new tool is on as well', () => {
    expect(toSelection(new Set(['read_file', 'write_file']), TOOLS)).toEqual({ mode: 'all' })
    expect(toSelection(new Set(), TOOLS)).toEqual({ mode: 'none' })
    expect(toSelection(new Set(['read_file']), TOOLS)).toEqual({ mode: 'selected', names: ['read_file'] })
  })

  it('shows a source with some of its tools as mixed, and turns it wholly on and then off [F008-A3]', () => {
    const some = new Set(['read_file'])
    const all = toggleTools([read, write], some)

    expect(stateOf([read, write], some)).toBe('mixed')
    expect(stateOf([read, write], all)).toBe('on')
    expect(stateOf([read, write], toggleTools([read, write], all))).toBe('off')
  })

  it('groups tools by the source they come from', () => {
    expect(groupBySource(TOOLS).map(group => [group.name, group.tools.length])).toEqual([['Files', 2], ['Weather', 1]])
  })
})
