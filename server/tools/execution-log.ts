import type { AdmittedCall, CallOrigin, ExecutionLog } from './execute-tool-call'

interface LogOptions {
  readonly print: (line: string) => void
  readonly now: () => Date
  /** Returns what is printed of arguments and results; absent: nothing. */
  readonly describeBody?: (value: unknown) => unknown
}

/** One line of JSON at the start and one at the end of each execution, for log collectors. */
export function createExecutionLog({ print, now, describeBody }: LogOptions): ExecutionLog {
  const write = (event: string, { tool, executionId }: AdmittedCall, { userId, conversationId, runId }: CallOrigin, details: object) => {
    const origin = { user: userId, conversation: conversationId, run: runId, execution: executionId }
    print(JSON.stringify({ time: now().toISOString(), event, tool: tool.definition.name, source: tool.source.id, ...origin, ...details }))
  }
  return {
    started: (call, origin) => write('tool_call_start', call, origin, { arguments: describeBody?.(call.input) }),
    ended: (call, { status, durationMs, content }, origin) => write('tool_call_end', call, origin, {
      duration_ms: durationMs, success: status === 'ok', error: status === 'ok' ? undefined : status, result: describeBody?.(content),
    }),
  }
}
