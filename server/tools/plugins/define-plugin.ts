import { z } from 'zod'
import type { ToolDefinition } from '#shared/tool'
import type { InputIssue } from '#shared/tool-outcome'
import { describeIssue, MAX_ISSUES } from '../input-issue'
import type { FileLocator } from '../workspace/file-locator'
import type { Workspace } from '../workspace/workspace'
import type { ParsedInput, ToolCallContext, ToolCallResult, ToolInput, ToolSource } from '../tool-source'
import { checkToolOptions, type PluginToolAnnotations } from './check-tool-options'

// A plugin imports from the rest of the server only through this file.
export type { FileLocator } from '../workspace/file-locator'
export type { FoundFile, ReadableFile } from '../workspace/walk-files'
export type { FolderListing } from '../workspace/list-folder'
export type { Workspace } from '../workspace/workspace'
export type { ToolCallContext, ToolCallResult, ToolSource } from '../tool-source'
export { ToolError, ToolTimeLimitError } from '../tool-source'
export { decodeText } from '../workspace/decode-text'
export { WorkspaceError } from '../workspace/workspace-error'
export { FairPool } from '../../fair-pool'

/** What every plugin is given at start. It holds no path, so that each access to a file is checked. */
export interface PluginContext {
  /** Reads and writes the files that tools may use. */
  readonly workspace: Workspace
  /** Finds the `*.sqlite` files that the sqlite plugin may read. */
  readonly databaseFiles: FileLocator
  /** Finds the files that are shipped beside the bundle, such as the script of a child process. */
  readonly programFiles: FileLocator
  readonly weatherSource: 'auto' | 'sample'
}

interface PluginToolOptions<Input extends z.ZodObject> {
  readonly name: string
  readonly title: string
  readonly description: string
  /** A `z.strictObject`: an unknown field is reported to the model instead of dropped. */
  readonly input: Input
  /** Shape of `structuredContent`, when the tool returns any. */
  readonly output?: z.ZodObject
  readonly annotations: PluginToolAnnotations
  readonly run: (input: z.output<Input>, context: ToolCallContext) => Promise<ToolCallResult>
}

export interface PluginTool {
  readonly definition: ToolDefinition
  readonly parseInput: (input: ToolInput) => ParsedInput
  readonly call: (input: ToolInput, context: ToolCallContext) => Promise<ToolCallResult>
}

/**
 * One tool of a plugin: its JSON Schema is derived from the zod schema that parses the arguments. A rule that JSON
 * Schema cannot express, such as `refine`, needs a message: it is shown as what was expected.
 */
export function defineTool<Input extends z.ZodObject>(options: PluginToolOptions<Input>): PluginTool {
  const inputSchema = z.toJSONSchema(options.input, { io: 'input' })
  checkToolOptions({ name: options.name, annotations: options.annotations, inputSchema })
  return {
    definition: {
      name: options.name,
      title: options.title,
      description: options.description,
      inputSchema,
      ...(options.output && { outputSchema: z.toJSONSchema(options.output) }),
      annotations: options.annotations,
    },
    parseInput: (input) => {
      const parsed = options.input.safeParse(input)
      if (parsed.success) return { ok: true, input: parsed.data }
      return { ok: false, issues: parsed.error.issues.flatMap(issue => toIssues(issue, input)).slice(0, MAX_ISSUES) }
    },
    call: async (input, context) => {
      context.signal.throwIfAborted()
      // The gate passes only what `parseInput` returned.
      return options.run(input as z.output<Input>, context)
    },
  }
}

function toIssues(issue: z.core.$ZodIssue, input: ToolInput): readonly InputIssue[] {
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map(key => describeIssue(input, [...issue.path, key], 'no value: unknown field, remove it'))
    case 'invalid_type': {
      const described = describeIssue(input, issue.path, `type ${issue.expected}`)
      return [described.got === 'nothing' ? { ...described, expected: 'a value: this field is required' } : described]
    }
    case 'invalid_value':
      return [describeIssue(input, issue.path, `one of ${JSON.stringify(issue.values)}`)]
    default:
      // Zod begins its own messages with "Too big: expected " and the like.
      return [describeIssue(input, issue.path, issue.message.replace(/^[A-Z][a-z ]+: (?:expected )?/, ''))]
  }
}

/** A plugin is a tool source whose tools are plain functions. */
export function definePlugin(id: string, name: string, tools: readonly PluginTool[]): ToolSource {
  const byName = new Map(tools.map(tool => [tool.definition.name, tool]))
  const find = (toolName: string) => {
    const tool = byName.get(toolName)
    if (!tool) throw new Error(`Plugin ${id} has no tool ${toolName}.`)
    return tool
  }
  return {
    id,
    kind: 'plugin',
    name,
    listTools: async () => tools.map(tool => tool.definition),
    parseInput: (toolName, input) => find(toolName).parseInput(input),
    callTool: async (toolName, input, context) => find(toolName).call(input, context),
    close: async () => {},
  }
}

/** A text, and the same facts as structured content for programs. A model gets the text alone, so the text must hold all of them. */
export function textResult(text: string, structuredContent?: unknown): ToolCallResult {
  return { content: [{ type: 'text', text }], ...(structuredContent !== undefined && { structuredContent, isTextComplete: true }) }
}
