import { describe, expect, it } from 'vitest'
import type { ToolDefinition } from '#shared/tool'
import { type CompatibilityTarget, createToolVerdicts } from '#server/tools/compatibility'
import { fingerprintTool } from '#server/tools/fingerprint'
import { createTestStore } from '../../../support/test-store'

const WARNING = { path: '/inputSchema', keyword: 'pattern', action: 'removed', reason: 'Not known there.' } as const

function tool(name: string) {
  const definition: ToolDefinition = { name, description: '', inputSchema: { type: 'object' }, annotations: {} }
  return { definition, fingerprint: fingerprintTool(definition) }
}

/** Three targets, and the names of what they were asked to translate. */
function createTargets() {
  const asked: string[] = []
  const noting = (id: string, translate: CompatibilityTarget['translate']): CompatibilityTarget => ({
    id,
    label: id.toUpperCase(),
    translate: (definition) => {
      asked.push(`${id} ${definition.name}`)
      return translate(definition)
    },
  })
  const targets = [
    noting('plain', definition => ({ ok: true, wire: { name: definition.name }, warnings: [] })),
    noting('narrow', () => ({ ok: true, wire: {}, warnings: [WARNING] })),
    noting('strict', definition => definition.name === 'odd' ? fail() : { ok: false, reason: 'It has no schema.', warnings: [] }),
  ]
  return { targets, asked }
}

function fail(): never {
  throw new TypeError('not a schema')
}

describe('the verdicts on tools', () => {
  it('say for each target how a tool fares, and why [F018-A1]', async () => {
    const { store } = await createTestStore()
    const verdicts = await createToolVerdicts({ ...createTargets(), version: 1, store: store.verdicts })
    expect(verdicts.of(tool('a'))).toEqual([])
    await verdicts.judge([tool('a'), tool('odd')])
    expect(verdicts.of(tool('a'))).toEqual([
      { target: 'plain', label: 'PLAIN', verdict: 'ok', warnings: [] },
      { target: 'narrow', label: 'NARROW', verdict: 'adapted', warnings: [WARNING] },
      { target: 'strict', label: 'STRICT', verdict: 'refused', reason: 'It has no schema.', warnings: [] },
    ])
    expect(verdicts.of(tool('odd'))[2]).toMatchObject({ verdict: 'refused', reason: 'Its definition cannot be translated: not a schema' })
    expect(verdicts.wiresOf(tool('a'))[0]).toEqual({ target: 'plain', label: 'PLAIN', verdict: 'ok', warnings: [], wire: { name: 'a' } })
  })

  it('are kept over a restart, until definition or translation change [F018-A2]', async () => {
    const { store } = await createTestStore()
    const judge = async (version: number, name: string) => {
      const { targets, asked } = createTargets()
      const verdicts = await createToolVerdicts({ targets, version, store: store.verdicts })
      await verdicts.judge([tool(name)])
      await verdicts.judge([tool(name), tool(name)])
      return { asked, found: verdicts.of(tool(name)) }
    }
    const first = await judge(1, 'a')
    expect(first.asked).toEqual(['plain a', 'narrow a', 'strict a'])
    expect(await judge(1, 'a')).toEqual({ asked: [], found: first.found })
    expect((await judge(1, 'b')).asked).toHaveLength(3)
    expect((await judge(2, 'a')).asked).toHaveLength(3)
    // Only the newest is kept.
    expect(await store.verdicts.listVerdicts(1)).toHaveLength(3)
    expect((await judge(1, 'a')).asked).toHaveLength(3)
  })

  it('are computed between other work, and once when asked for twice [F018-A3]', async () => {
    const { store } = await createTestStore()
    const { targets, asked } = createTargets()
    const verdicts = await createToolVerdicts({ targets, version: 1, store: store.verdicts })
    const tools = Array.from({ length: 200 }, (_, index) => tool(`tool_${index}`))
    const seen: number[] = []
    const note = () => {
      seen.push(asked.length)
      if (asked.length < 600) setImmediate(note)
    }
    setImmediate(note)
    await Promise.all([verdicts.judge(tools), verdicts.judge(tools)])
    expect(asked).toHaveLength(600)
    const steps = seen.map((count, index) => count - (seen[index - 1] ?? 0))
    expect(Math.max(...steps)).toBeLessThanOrEqual(60)
  })
})
