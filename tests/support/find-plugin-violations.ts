import type { ToolDefinition } from '#shared/tool'
import type { ToolInput, ToolSource } from '#server/tools/tool-source'
import { callTool } from './call-tool'
import { type PluginSandbox, SECRETS, type Snapshot } from './plugin-sandbox'
import { hasType, isNode, listNodes } from './providers/schema-nodes'

interface CheckedTool {
  readonly source: ToolSource
  readonly definition: ToolDefinition
  /** Arguments of a call that works. */
  readonly good: ToolInput
  readonly sandbox: PluginSandbox
}

/**
 * Calls a tool with its good arguments, then with each hostile path in each of its texts, whatever the text is called. Each
 * violation is a line: what of the outside was read or changed, and what a tool that only reads has changed in the workspace.
 */
export async function findPluginViolations(tool: CheckedTool): Promise<string[]> {
  const violations = await checkCall(tool, 'its good arguments', tool.good)
  for (const path of listTextPaths(tool.definition.inputSchema)) {
    for (const value of tool.sandbox.hostileValues) {
      violations.push(...await checkCall(tool, `${path.join('.')} = ${JSON.stringify(value)}`, putText(tool.good, path, value)))
    }
  }
  return violations
}

async function checkCall({ source, definition, sandbox }: CheckedTool, what: string, input: unknown): Promise<string[]> {
  const [outside, workspace] = [await sandbox.readOutside(), await sandbox.readWorkspace()]
  const answer = await callTool(source, definition.name, isNode(input) ? input : {})
    .then(result => JSON.stringify(result), (error: unknown) => String(error))
  const leaked = SECRETS.filter(secret => answer.includes(secret)).map(secret => `answers with "${secret}"`)
  const changed = listChanges(outside, await sandbox.readOutside()).map(name => `changes ${name} outside of the workspace`)
  const written = definition.annotations.readOnlyHint ? listChanges(workspace, await sandbox.readWorkspace()) : []
  const wrote = written.map(name => `says that it only reads, and changes ${name}`)
  return [...leaked, ...changed, ...wrote].map(violation => `${definition.name} with ${what} ${violation}`)
}

function listChanges(before: Snapshot, after: Snapshot): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter(name => before.get(name) !== after.get(name))
}

type TextPath = readonly (string | 0)[]

/** Where arguments may hold any text: in fields, in lists and in the values of records. */
function listTextPaths(schema: unknown): TextPath[] {
  const paths = listNodes(schema)
    .filter(({ node }) => hasType(node, 'string') && !('enum' in node) && !('const' in node))
    .map(({ path }) => toTextPath(path))
  return [...new Map(paths.map(path => [path.join('/'), path])).values()]
}

/** From a place in the schema to the place in the arguments. */
function toTextPath(pointer: string): TextPath {
  const path: (string | 0)[] = []
  const steps = pointer.split('/').slice(1)
  for (let at = 0; at < steps.length; at++) {
    const step = steps[at]
    if (step === 'properties') path.push(steps[++at] ?? '')
    else if (step === 'items') path.push(0)
    else if (step === 'additionalProperties') path.push('any')
    else at++
  }
  return path
}

function putText(input: unknown, [key, ...below]: TextPath, text: string): unknown {
  if (key === undefined) return text
  if (key === 0) return [putText(Array.isArray(input) ? input[0] : undefined, below, text)]
  const fields = isNode(input) ? input : {}
  return { ...fields, [key]: putText(fields[key], below, text) }
}
