import type { ToolCallContext, ToolCallResult, ToolInput, ToolSource } from '#server/tools/tool-source'
import { createToolCallContext } from './tool-call-context'

/** Calls a tool of a source as the gate does: with parsed arguments. Throws for those that are refused. */
export async function callTool(
  source: ToolSource, name: string, input: ToolInput, context: ToolCallContext = createToolCallContext(),
): Promise<ToolCallResult> {
  const parsed = source.parseInput?.(name, input) ?? { ok: true, input }
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues))
  return source.callTool(name, parsed.input, context)
}
