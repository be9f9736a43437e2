import { assertNever } from '#shared/assert-never'
import type { ToolOutcome } from '#shared/tool-outcome'
import type { AuditFact } from '../ports/audit-fact'
import type { ExecutionChange, ExecutionEnd, ExecutionStart, OpenExecution } from '../ports/execution'
import type { AdmittedCall, ToolCallInQuestion, ToolCallRequest } from './execute-tool-call'
import { unknownOutcome } from './outcomes'
import type { RegisteredTool } from './registered-tool'

/** What audit and executions get of one moment of a tool call. Who made it, when and where is added by the caller. */
export interface CallRecord<Change extends ExecutionChange | undefined = ExecutionChange> {
  readonly fact: Omit<AuditFact, 'at'>
  readonly execution: Change
}

export function describeCall({ tool, callId }: ToolCallInQuestion): Pick<AuditFact, 'callId' | 'tool' | 'source' | 'definitionHash'> {
  return { callId, tool: tool.definition.name, source: tool.source.id, definitionHash: tool.fingerprint }
}

export function recordRefused(request: ToolCallRequest, outcome: ToolOutcome, tool: RegisteredTool | undefined): CallRecord<undefined> {
  return {
    fact: {
      kind: 'tool.refused', callId: request.callId, tool: request.name, source: tool?.source.id, definitionHash: tool?.fingerprint,
      success: false, durationMs: 0, error: outcome.status,
      input: request.arguments.ok ? request.arguments.value : request.arguments.text, output: outcome,
    },
    execution: undefined,
  }
}

export function recordStarted(call: AdmittedCall, at: Pick<ExecutionStart, 'runId' | 'userId' | 'startedAt'>): CallRecord<ExecutionStart> {
  const { executionId, idempotencyKey, argumentsHash, callId, tool, input } = call
  return {
    fact: { ...describeCall(call), executionId, kind: 'tool.started', input },
    execution: {
      id: executionId, state: 'started', idempotencyKey, argumentsHash, callId,
      toolId: tool.id, definitionHash: tool.fingerprint, ...at,
    },
  }
}

export function recordEnded(call: AdmittedCall, outcome: ToolOutcome, endedAt: string): CallRecord<ExecutionEnd> {
  const { executionId, input } = call
  const { status, durationMs } = outcome
  const success = status === 'ok'
  return {
    fact: {
      ...describeCall(call), executionId, kind: 'tool.finished',
      success, durationMs, error: success ? undefined : status, input, output: outcome,
    },
    execution: { id: executionId, state: toState(status), endedAt, durationMs },
  }
}

/** For an execution whose process ended first, so that its outcome is unknown. */
export function recordLost({ id, callId, toolId, definitionHash }: OpenExecution, endedAt: string): CallRecord<ExecutionEnd> {
  const [source = ''] = toolId.split('/')
  return {
    fact: {
      kind: 'tool.finished', callId, executionId: id, source, tool: toolId.slice(source.length + 1),
      definitionHash, success: false, error: 'unknown', output: unknownOutcome(),
    },
    execution: { id, state: 'interrupted', endedAt, durationMs: 0 },
  }
}

function toState(status: ToolOutcome['status']): ExecutionEnd['state'] {
  switch (status) {
    case 'ok':
      return 'succeeded'
    case 'timed-out':
    case 'cancelled':
      return status
    case 'unknown':
      return 'interrupted'
    case 'failed':
    case 'denied':
    case 'invalid-input':
    case 'unknown-tool':
      return 'failed'
    default:
      return assertNever(status)
  }
}
