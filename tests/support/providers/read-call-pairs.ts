/** The calls and the results in a request body of any vendor, in order: by id, or by name where there are no ids. */
export function readCallPairs(body: unknown): { readonly calls: readonly string[], readonly results: readonly string[] } {
  const nodes = listObjects(body)
  return {
    calls: nodes.flatMap(node => readCallId(node) ?? []),
    results: nodes.flatMap(node => readResultId(node) ?? []),
  }
}

type Node = Readonly<Record<string, unknown>>

function readCallId(node: Node): string | undefined {
  if (node.type === 'tool_use') return String(node.id)
  if (node.type === 'function_call') return String(node.call_id)
  // OpenAI Chat: one of `tool_calls`.
  if (node.type === 'function' && 'id' in node) return String(node.id)
  return readName(node.functionCall)
}

function readResultId(node: Node): string | undefined {
  if (node.type === 'tool_result') return String(node.tool_use_id)
  if (node.type === 'function_call_output') return String(node.call_id)
  if (node.role === 'tool') return String(node.tool_call_id)
  return readName(node.functionResponse)
}

function readName(value: unknown): string | undefined {
  return typeof value === 'object' && value !== null && 'name' in value ? String(value.name) : undefined
}

function listObjects(value: unknown): readonly Node[] {
  if (Array.isArray(value)) return value.flatMap(listObjects)
  if (typeof value !== 'object' || value === null) return []
  return [value as Node, ...Object.values(value).flatMap(listObjects)]
}
