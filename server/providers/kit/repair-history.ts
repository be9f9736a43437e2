import type { Message, ToolCallPart, ToolResult } from '#shared/message'

/**
 * Gives every call exactly one result right after its turn, in call order. A run that was stopped leaves calls
 * without results, and every vendor refuses a history that holds one; results without a call are dropped.
 */
export function repairHistory(messages: readonly Message[]): readonly Message[] {
  const results = new Map<string, ToolResult>()
  for (const message of messages) {
    if (message.role !== 'tool') continue
    for (const result of message.results) {
      if (!results.has(result.callId)) results.set(result.callId, result)
    }
  }
  return messages.flatMap((message): readonly Message[] => {
    if (message.role === 'tool') return []
    if (message.role === 'user') return [message]
    const calls = message.parts.filter(part => part.type === 'tool-call')
    if (calls.length === 0) return [message]
    return [message, { role: 'tool', results: calls.map(call => results.get(call.callId) ?? createMissingResult(call)) }]
  })
}

function createMissingResult(call: ToolCallPart): ToolResult {
  return {
    callId: call.callId,
    providerCallId: call.providerCallId,
    name: call.name,
    outcome: { status: 'cancelled', content: [{ type: 'text', text: 'The call was not executed.' }], durationMs: 0 },
  }
}
