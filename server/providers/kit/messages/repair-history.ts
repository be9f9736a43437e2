import type { TextBlock, UserContent } from '#shared/content'
import type { Message, ToolCallPart, ToolResult } from '#shared/message'
import type { TranslationWarning } from '#shared/run-event'

/** A message of a whole history, with the JSON Pointer of where it came from in the request. */
type HistoryEntry = Turn | { readonly role: 'tool', readonly results: readonly LocatedResult[] }
type Turn = (Extract<Message, { role: 'user' }> | AssistantMessage) & { readonly path: string }
export type AssistantMessage = Extract<Message, { role: 'assistant' }>
export type LocatedResult = ToolResult & { readonly path: string }

interface RepairedHistory {
  readonly entries: readonly HistoryEntry[]
  readonly warnings: readonly TranslationWarning[]
}

/** A person's message that holds nothing would be refused, and without it the turns would not alternate. */
const EMPTY_MESSAGE: TextBlock = { type: 'text', text: '(This message is empty.)' }

/**
 * Gives every call exactly one result right after its turn, in call order. A run that was stopped leaves calls
 * without results, and every vendor refuses a history that holds one; results without a call are left out.
 */
export function repairHistory(messages: readonly Message[]): RepairedHistory {
  const results = collectResults(messages)
  const warnings: TranslationWarning[] = []
  const answered = new Set<string>()
  const entries = messages.flatMap((message, index): readonly HistoryEntry[] => {
    const path = `/messages/${index}`
    if (message.role === 'tool') return []
    if (message.role === 'user') return [{ role: 'user', content: isBlank(message.content) ? [EMPTY_MESSAGE] : message.content, path }]
    const turn: Turn = { ...message, path }
    const calls = message.parts.filter(part => part.type === 'tool-call')
    if (calls.length === 0) return [turn]
    for (const call of calls) {
      answered.add(call.callId)
      if (!results.has(call.callId)) warnings.push(warnOfMissing(call, path))
    }
    return [turn, { role: 'tool', results: calls.map(call => results.get(call.callId) ?? createMissingResult(call, path)) }]
  })
  const orphans = [...results.values()].filter(({ callId }) => !answered.has(callId))
  return { entries, warnings: [...warnings, ...orphans.map(warnOfOrphan)] }
}

/** By call; of two results for one call the first counts. */
function collectResults(messages: readonly Message[]): ReadonlyMap<string, LocatedResult> {
  const results = new Map<string, LocatedResult>()
  for (const [index, message] of messages.entries()) {
    if (message.role !== 'tool') continue
    for (const [position, result] of message.results.entries()) {
      if (!results.has(result.callId)) results.set(result.callId, { ...result, path: `/messages/${index}/results/${position}` })
    }
  }
  return results
}

function isBlank(content: UserContent): boolean {
  return content.every(block => block.type === 'text' && block.text.trim() === '')
}

function createMissingResult({ callId, providerCallId, name }: ToolCallPart, path: string): LocatedResult {
  const outcome = { status: 'cancelled' as const, content: [{ type: 'text' as const, text: 'The call was not executed.' }], durationMs: 0 }
  return { callId, ...(providerCallId !== undefined && { providerCallId }), name, outcome, path }
}

function warnOfMissing({ name }: ToolCallPart, path: string): TranslationWarning {
  return {
    tool: name,
    path,
    keyword: 'result',
    action: 'replaced-by-text',
    reason: 'An earlier call was never answered; the model is told that it was not executed.',
  }
}

function warnOfOrphan({ name, path }: LocatedResult): TranslationWarning {
  return {
    tool: name, path, keyword: 'result', action: 'left-out', reason: 'A result without a call was left out: every provider refuses one.',
  }
}
