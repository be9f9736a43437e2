import { globSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { type ToolDefinition, toolDefinitionSchema } from '#shared/tool'
import { createPluginContext } from '#server/tools/create-plugin-context'
import { pluginFactories } from '#server/tools/plugins'

/** The tools of one server, under the names it gives them. */
export interface ToolCollection {
  /** Short, in the alphabet of tool names; unique. */
  readonly id: string
  readonly title: string
  readonly tools: readonly ToolDefinition[]
}

const recordingSchema = z.object({ package: z.string(), version: z.string(), tools: z.array(toolDefinitionSchema) })

/** The plugins, then what `record-mcp-tools.mjs` recorded, by package name. */
export async function readToolCollections(): Promise<readonly ToolCollection[]> {
  return [await readPlugins(), ...globSync('tests/fixtures/mcp-servers/*.json').sort().map(readRecording)]
}

/** Tools that nobody ships, each with what some vendor stumbles over. */
export function readAwkwardTools(): ToolCollection {
  const tools = globSync('tests/fixtures/tools/*.json').sort()
    .map(file => toolDefinitionSchema.parse(JSON.parse(readFileSync(file, 'utf8'))))
  return { id: 'awkward', title: 'Awkward tools', tools }
}

function readRecording(file: string): ToolCollection {
  const recording = recordingSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  const id = recording.package.replace(/^@/, '').replaceAll('/', '-')
  return { id, title: `${recording.package}@${recording.version}`, tools: recording.tools }
}

async function readPlugins(): Promise<ToolCollection> {
  // Only listed, never called: none of them looks at its folders for that.
  const context = createPluginContext({ workspaceRoots: [], databaseDirectory: '', appDirectory: '', weatherSource: 'sample' })
  const tools = await Promise.all(pluginFactories.map(create => create(context).listTools()))
  return { id: 'built-in', title: 'Built-in plugins', tools: tools.flat() }
}
