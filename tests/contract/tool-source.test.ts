import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { createPluginContext } from '#server/tools/create-plugin-context'
import { pluginFactories } from '#server/tools/plugins/index'
import { toolDefinitionSchema } from '#shared/tool'
import { contentBlockSchema } from '#shared/content'
import { callTool } from '../support/call-tool'
import { findPluginViolations } from '../support/find-plugin-violations'
import { createPluginSandbox, type PluginSandbox } from '../support/plugin-sandbox'
import { createToolCallContext } from '../support/tool-call-context'

/** One call of each tool that works in the demo workspace, and one whose arguments are wrong. A new tool adds its line. */
const CALLS: Readonly<Record<string, { good: Record<string, unknown>, bad: Record<string, unknown> }>> = {
  calculate: { good: { expression: '19.90 * 3' }, bad: { expression: 5 } },
  get_weather: { good: { city: 'Paris' }, bad: { city: 'Paris', day: 'yesterday' } },
  list_directory: { good: {}, bad: { path: '' } },
  list_tables: { good: {}, bad: { database: '../shop' } },
  query_database: { good: { sql: 'select name from customers' }, bad: { sql: '' } },
  read_file: { good: { path: 'notes/meeting.md' }, bad: {} },
  search_files: { good: { pattern: '*.md', content: 'desk' }, bad: { pattern: 'x'.repeat(300) } },
  write_file: { good: { path: 'notes/new.md', content: 'new' }, bad: { path: 'notes/new.md' } },
}

const context = createPluginContext({ workspaceRoots: [], databaseDirectory: '', appDirectory: '', weatherSource: 'sample' })
const tools = await Promise.all(pluginFactories.map(factory => factory(context)).map(async source =>
  (await source.listTools()).map(definition => ({ source: source.id, tool: definition.name, definition }))))

async function findSource(id: string, sandbox?: PluginSandbox) {
  const { context } = sandbox ?? await createPluginSandbox()
  const source = pluginFactories.map(factory => factory(context)).find(candidate => candidate.id === id)
  if (!source) throw new Error(`The register has no plugin ${id}.`)
  return source
}

/** Words and numbers of an answer. What is usual is not said: an ordinary table or file, and what is no key. */
function listFacts(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(listFacts)
  return (typeof value === 'string' || typeof value === 'number') && value !== 'table' && value !== 'file' ? [String(value)] : []
}

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true })

describe('the register of plugins', () => {
  it('has plugins and tools of unique names [F003-A10]', () => {
    const names = tools.flat().map(({ tool }) => tool)
    expect(new Set(names).size).toBe(names.length)
    expect(new Set(tools.flat().map(({ source }) => source)).size).toBe(pluginFactories.length)
  })

  it('has a contract call for each tool', () => {
    expect(tools.flat().map(({ tool }) => tool).sort()).toEqual(Object.keys(CALLS).sort())
  })
})

describe.each(tools.flat())('$source: $tool', ({ source: id, tool, definition }) => {
  it('is described as MCP asks, with every hint and no contradiction [F003-A97]', () => {
    expect(toolDefinitionSchema.parse(definition)).toEqual(definition)
    expect(tool).toMatch(/^[a-z][a-z0-9_]{0,63}$/)
    expect(definition.title).toMatch(/\S/)
    expect(definition.description.length).toBeGreaterThan(20)
    for (const hint of ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'])
      expect(definition.annotations).toHaveProperty(hint, expect.any(Boolean))
    expect(
      definition.annotations.readOnlyHint && definition.annotations.destructiveHint, 'a tool that only reads destroys nothing',
    ).toBe(false)
  })

  it('has schemas of objects that compile and tell good arguments from bad ones', () => {
    const validate = ajv.compile(definition.inputSchema)
    expect(definition.inputSchema).toMatchObject({ type: 'object', additionalProperties: false })
    expect(validate(CALLS[tool]?.good)).toBe(true)
    expect(validate(CALLS[tool]?.bad)).toBe(false)
    expect(validate({ ...CALLS[tool]?.good, surplus: 1 })).toBe(false)
  })

  it('answers a good call with content, and with the structure that it promised', async () => {
    const source = await findSource(id)
    const result = await callTool(source, tool, CALLS[tool]?.good ?? {})
    expect(result.isError).not.toBe(true)
    expect(result.content.length).toBeGreaterThan(0)
    for (const block of result.content) expect(contentBlockSchema.parse(block)).toEqual(block)
    // As it arrives after a journey through JSON.
    const structured: unknown = JSON.parse(JSON.stringify(result.structuredContent ?? null))
    if (definition.outputSchema) expect(ajv.compile(definition.outputSchema)(structured)).toBe(true)
    await source.close()
  })

  it('tells all that it answers in its text, and says so [F020-A17]', async () => {
    const source = await findSource(id)
    const { content, structuredContent, isTextComplete } = await callTool(source, tool, CALLS[tool]?.good ?? {})
    const text = content.map(block => block.type === 'text' ? block.text : '').join('\n').toLowerCase()
    expect(isTextComplete).toBe(structuredContent === undefined ? undefined : true)
    expect(listFacts(structuredContent).filter(fact => !text.includes(fact.toLowerCase()))).toEqual([])
    await source.close()
  })

  it('refuses wrong arguments on its own account', async () => {
    const source = await findSource(id)
    await expect(callTool(source, tool, CALLS[tool]?.bad ?? {})).rejects.toThrow()
  })

  it('stays in the workspace with hostile paths, and changes nothing when it only reads [F003-A95]', { timeout: 120_000 }, async () => {
    const sandbox = await createPluginSandbox()
    const source = await findSource(id, sandbox)
    expect(await findPluginViolations({ source, definition, good: CALLS[tool]?.good ?? {}, sandbox })).toEqual([])
    await source.close()
  })

  it('does nothing once the call is cancelled', async () => {
    const source = await findSource(id)
    const signal = AbortSignal.abort(new Error('enough'))
    await expect(callTool(source, tool, CALLS[tool]?.good ?? {}, createToolCallContext(signal))).rejects.toThrow('enough')
  })
})

describe.each(pluginFactories.map(factory => ({ id: factory(context).id })))('plugin $id', ({ id }) => {
  it('says that it has no tool of an unknown name', async () => {
    const source = await findSource(id)
    for (const name of ['nothing', '__proto__', 'constructor']) {
      await expect(callTool(source, name, {})).rejects.toThrow(`has no tool ${name}`)
    }
  })
})
