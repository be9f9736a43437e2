import { describe, expect, it } from 'vitest'
import type { AppError } from '#server/errors'
import type { RegisteredTool } from '#server/tools/registered-tool'
import { createToolRegistry } from '#server/tools/registry'
import { createFakeToolSource, createFakeToolStore } from '../../../support/fake-tool-source'

const createSources = () => [
  createFakeToolSource([{ name: 'a' }, { name: 'b', annotations: {} }], 'one'), createFakeToolSource([{ name: 'c' }], 'two'),
]

describe('the registry', () => {
  it('lists each tool with its source, switched on, in the mode of its hints and not strict', async () => {
    const registry = await createToolRegistry({ sources: createSources(), store: createFakeToolStore() })
    const describeTool = ({ id, originalName, enabled, approval, strict }: RegisteredTool) =>
      ({ id, originalName, enabled, approval, strict })
    expect(registry.list().map(describeTool)).toEqual([
      { id: 'one/a', originalName: 'a', enabled: true, approval: 'allow', strict: false },
      { id: 'one/b', originalName: 'b', enabled: true, approval: 'ask', strict: false },
      { id: 'two/c', originalName: 'c', enabled: true, approval: 'allow', strict: false },
    ])
    expect(registry.find('b')).toBe(registry.list()[1])
    for (const name of ['one/a', 'A', 'constructor', '__proto__', '']) expect(registry.find(name)).toBeUndefined()
  })

  it('keeps each setting of a tool, also after a later one and a restart', async () => {
    const store = createFakeToolStore()
    const first = await createToolRegistry({ sources: createSources(), store })
    await first.update('a', { enabled: false })
    await first.update('a', { approval: 'deny' })
    expect(await first.update('a', { strict: true })).toMatchObject({ enabled: false, approval: 'deny', strict: true })
    const second = await createToolRegistry({ sources: createSources(), store })
    expect(second.find('a')).toMatchObject({ enabled: false, approval: 'deny', strict: true })
    expect(second.find('b')).toMatchObject({ enabled: true, approval: 'ask', strict: false })
    await second.update('a', { enabled: true })
    expect((await createToolRegistry({ sources: createSources(), store })).find('a')).toMatchObject({
      enabled: true, approval: 'deny', strict: true,
    })
  })

  it('keeps a setting that could not be stored as it was', async () => {
    const store = { ...createFakeToolStore(), saveSetting: () => Promise.reject(new Error('disk full')) }
    const registry = await createToolRegistry({ sources: createSources(), store })
    await expect(registry.update('a', { enabled: false })).rejects.toThrow('disk full')
    expect(registry.find('a')).toMatchObject({ enabled: true })
  })

  it('knows no tool to update that is not there', async () => {
    const registry = await createToolRegistry({ sources: createSources(), store: createFakeToolStore() })
    await expect(registry.update('x', { enabled: false })).rejects.toThrow(expect.objectContaining({ code: 'not-found' }))
  })

  it('closes every source', async () => {
    const closed: string[] = []
    const sources = createSources().map(source => ({ ...source, close: async () => void closed.push(source.id) }))
    await (await createToolRegistry({ sources, store: createFakeToolStore() })).close()
    expect(closed).toEqual(['one', 'two'])
  })
})

describe('a selection', () => {
  it('means all tools, none, those of a name or those of a plugin; never one that is switched off [F003-A9]', async () => {
    const registry = await createToolRegistry({ sources: createSources(), store: createFakeToolStore() })
    expect(registry.select({ mode: 'all' })).toEqual(['a', 'b', 'c'])
    expect(registry.select({ mode: 'none' })).toEqual([])
    expect(registry.select({ mode: 'selected', names: ['c', 'a'] })).toEqual(['a', 'c'])
    expect(registry.select({ mode: 'selected', names: [] })).toEqual([])
    expect(registry.select({ mode: 'plugins', plugins: ['one'] })).toEqual(['a', 'b'])
    await registry.update('a', { enabled: false })
    expect(registry.select({ mode: 'all' })).toEqual(['b', 'c'])
    expect(registry.select({ mode: 'selected', names: ['a'] })).toEqual([])
    expect(registry.select({ mode: 'plugins', plugins: ['one', 'two'] })).toEqual(['b', 'c'])
  })

  it('never means one that an administrator denies, which would cost tokens for nothing [F006-A4]', async () => {
    const registry = await createToolRegistry({ sources: createSources(), store: createFakeToolStore() })
    await registry.update('a', { approval: 'deny' })
    expect(registry.select({ mode: 'all' })).toEqual(['b', 'c'])
    expect(registry.select({ mode: 'selected', names: ['a', 'b'] })).toEqual(['b'])
  })

  it('of what is not there is refused, with the field and what there is [F003-A9]', async () => {
    const registry = await createToolRegistry({ sources: createSources(), store: createFakeToolStore() })
    const refusalOf = (selection: Parameters<typeof registry.select>[0]) => {
      try {
        return registry.select(selection)
      }
      catch (error) {
        const { code, details } = error as AppError
        return { code, details }
      }
    }
    expect(refusalOf({ mode: 'selected', names: ['a', 'x', 'one'] })).toEqual({
      code: 'invalid-request', details: [{ field: 'tools.names', message: 'Unknown: x, one. Available: a, b, c.' }],
    })
    expect(refusalOf({ mode: 'plugins', plugins: ['one', 'three'] })).toEqual({
      code: 'invalid-request', details: [{ field: 'tools.plugins', message: 'Unknown: three. Available: one, two.' }],
    })
  })
})
