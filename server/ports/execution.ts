/** The start of a tool execution: written, and committed, before the tool is touched. */
export interface ExecutionStart {
  readonly id: string
  readonly state: 'started'
  /** SHA-256 of run, step, call, definition and arguments. */
  readonly idempotencyKey: string
  readonly runId: string | null
  readonly callId: string
  readonly userId: string
  readonly toolId: string
  readonly definitionHash: string
  readonly argumentsHash: string
  readonly startedAt: string
}
export interface ExecutionEnd {
  readonly id: string
  readonly state: 'succeeded' | 'failed' | 'timed-out' | 'cancelled' | 'interrupted'
  readonly endedAt: string
  readonly durationMs: number
}
export type ExecutionChange = ExecutionStart | ExecutionEnd

export interface OpenExecution {
  readonly id: string
  readonly runId: string | null
  readonly callId: string
  readonly userId: string
  readonly toolId: string
  readonly definitionHash: string
}
