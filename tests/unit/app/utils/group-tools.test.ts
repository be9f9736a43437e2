import { describe, expect, it } from 'vitest'
import type { ToolListing } from '#shared/tool'
import { groupTools } from '~/utils/group-tools'

function tool(name: string, source: string, more: Partial<ToolListing> = {}): ToolListing {
  return {
    name, title: name, description: `Does ${name}.`, inputSchema: {}, annotations: {}, originalName: name, enabled: true,
    source: { id: source, kind: 'plugin', name: source, state: 'ready' }, approval: 'allow', groups: [], tokens: 10,
    fingerprint: 'f', state: 'ready', strict: false, compatibility: [], ...more,
  }
}

const TOOLS = [
  tool('write_file', 'filesystem', { approval: 'ask' }), tool('calculate', 'calculator'),
  tool('read_file', 'filesystem', { enabled: false }),
]

describe('groupTools', () => {
  it('puts tools under their source in alphabetical order', () => {
    expect(groupTools(TOOLS, '').map(group => [group.source.id, group.tools.map(one => one.name)])).toEqual([
      ['calculator', ['calculate']], ['filesystem', ['read_file', 'write_file']],
    ])
  })

  it('counts the enabled tools and their tokens only', () => {
    expect(groupTools(TOOLS, '')[1]).toMatchObject({ enabled: 1, tokens: 10 })
  })

  it('finds tools that hold every word in name, description or source', () => {
    expect(groupTools(TOOLS, 'FILE read').flatMap(group => group.tools.map(one => one.name))).toEqual(['read_file'])
    expect(groupTools(TOOLS, 'nothing of this')).toEqual([])
  })
})
