import type { ToolDefinition } from '#shared/tool'
import type { ToolCallContext, ToolCallResult, ToolSource } from '#server/tools/tool-source'

type Handler = (input: Readonly<Record<string, unknown>>, context: ToolCallContext) => Promise<ToolCallResult>

export interface FakeTool {
  readonly name: string
  readonly description?: string
  readonly annotations?: ToolDefinition['annotations']
  readonly inputSchema?: ToolDefinition['inputSchema']
  readonly run?: Handler
}

/** A source of tools that are plain functions; by default a tool answers its own arguments. */
export function createFakeToolSource(tools: readonly FakeTool[], id = 'fake'): ToolSource & { readonly calls: string[] } {
  const calls: string[] = []
  return {
    id,
    kind: 'plugin',
    name: id,
    calls,
    listTools: async () => tools.map(({ name, ...tool }) => ({
      name,
      description: tool.description ?? `The ${name} tool.`,
      inputSchema: tool.inputSchema ?? { type: 'object' },
      annotations: tool.annotations ?? { readOnlyHint: true },
    })),
    callTool: async (name, input, context) => {
      calls.push(name)
      const run = tools.find(tool => tool.name === name)?.run ?? (async () => ({
        content: [{ type: 'text' as const, text: JSON.stringify(input) }],
      }))
      return run(input, context)
    },
    close: async () => {},
  }
}

/** A tool store that starts empty and forgets at the end. */
export function createFakeToolStore() {
  const rows = new Map<string, { toolId: string }>()
  return {
    listSettings: async () => [...rows.values()],
    saveSetting: async (row: { toolId: string }) => {
      rows.set(row.toolId, row)
    },
  }
}
