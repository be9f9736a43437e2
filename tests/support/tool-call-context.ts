import type { ToolCallContext } from '#server/tools/tool-source'

/** What the gate hands to a tool, without anybody listening. */
export function createToolCallContext(signal: AbortSignal = new AbortController().signal, userId = 'ada'): ToolCallContext {
  return { userId, signal, idempotencyKey: 'test-call', onProgress: () => {} }
}
