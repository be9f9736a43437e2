import type { ToolDefinition, ToolPatch, ToolSelection } from '#shared/tool'
import { AppError, notFound } from '../errors'
import type { ToolSettingRow, ToolStore } from '../ports/tool-store'
import { defaultApprovalMode } from './approval-policy'
import { compileInputSchema } from './compile-input-schema'
import { fingerprintTool } from './fingerprint'
import { isOffered, type RegisteredTool, type ToolState } from './registered-tool'
import type { ToolSource } from './tool-source'

export interface ToolRegistry {
  /** All tools except internal ones, in order of source and name. */
  list(): readonly RegisteredTool[]
  /** By exposed name; internal tools cannot be found. */
  find(name: string): RegisteredTool | undefined
  /** Exposed names of the offered tools that match the selection. Throws when it names a tool or plugin that does not exist. */
  select(selection: ToolSelection): readonly string[]
  update(name: string, patch: ToolPatch): Promise<RegisteredTool>
  close(): Promise<void>
}

interface RegistryOptions { readonly sources: readonly ToolSource[], readonly store: ToolStore }

/** Lists every source once and merges what they offer. Reports all duplicate names at once. */
export async function createToolRegistry({ sources, store }: RegistryOptions): Promise<ToolRegistry> {
  const settings = new Map((await store.listSettings()).map(row => [row.toolId, row]))
  const listed = await Promise.all(sources.map(source => listSource(source, settings)))
  const tools = byExposedName(listed.flat())

  return {
    list: () => [...tools.values()],
    find: name => tools.get(name),
    select: selection => selectTools([...tools.values()], selection).map(tool => tool.definition.name),
    update: async (name, patch) => {
      const tool = tools.get(name)
      if (!tool) throw notFound('tool')
      const setting = { ...settings.get(tool.id), toolId: tool.id, ...patch }
      await store.saveSetting(setting)
      settings.set(tool.id, setting)
      const changed = { ...tool, ...patch }
      tools.set(name, changed)
      return changed
    },
    close: async () => {
      await Promise.all(sources.map(source => source.close()))
    },
  }
}

async function listSource(source: ToolSource, settings: ReadonlyMap<string, ToolSettingRow>): Promise<RegisteredTool[]> {
  const definitions = await source.listTools()
  return definitions.map((definition) => {
    const id = `${source.id}/${definition.name}`
    const setting = settings.get(id)
    return {
      id,
      source,
      originalName: definition.name,
      definition,
      fingerprint: fingerprintTool(definition),
      state: prepare(source, definition),
      enabled: setting?.enabled ?? true,
      approval: setting?.approval ?? defaultApprovalMode(definition.annotations),
      strict: setting?.strict ?? false,
    }
  })
}

/** Compiled when a tool is listed, so that an unusable schema is known before any call. */
function prepare(source: ToolSource, { name, inputSchema }: ToolDefinition): ToolState {
  try {
    const parseInput = source.parseInput?.bind(source, name) ?? compileInputSchema(inputSchema)
    return { status: 'ready', parseInput }
  }
  catch (error) {
    return { status: 'quarantined', reason: `Its input schema cannot be used: ${error instanceof Error ? error.message : String(error)}.` }
  }
}

function byExposedName(listed: readonly RegisteredTool[]): Map<string, RegisteredTool> {
  const tools = new Map<string, RegisteredTool>()
  const clashes: string[] = []
  for (const tool of listed) {
    const other = tools.get(tool.definition.name)
    if (other) clashes.push(`${tool.definition.name} (${other.source.id} and ${tool.source.id})`)
    tools.set(tool.definition.name, tool)
  }
  if (clashes.length > 0) throw new AppError('misconfigured', `Two plugins offer a tool of the same name: ${clashes.join(', ')}.`)
  return tools
}

function selectTools(tools: readonly RegisteredTool[], selection: ToolSelection): readonly RegisteredTool[] {
  const offered = tools.filter(isOffered)
  switch (selection.mode) {
    case 'all':
      return offered
    case 'none':
      return []
    case 'selected':
      rejectUnknown('tools.names', selection.names, tools.map(tool => tool.definition.name))
      return offered.filter(tool => selection.names.includes(tool.definition.name))
    case 'plugins':
      rejectUnknown('tools.plugins', selection.plugins, tools.map(tool => tool.source.id))
      return offered.filter(tool => selection.plugins.includes(tool.source.id))
    default:
      return selection satisfies never
  }
}

function rejectUnknown(field: string, names: readonly string[], known: readonly string[]): void {
  const unknown = names.filter(name => !known.includes(name))
  if (unknown.length === 0) return
  const message = `Unknown: ${unknown.join(', ')}. Available: ${[...new Set(known)].join(', ')}.`
  throw new AppError('invalid-request', `${field}: ${message}`, { details: [{ field, message }] })
}
