import type { AuditFact } from '../ports/audit-fact'
import type { ExecutionEnd, OpenExecution } from '../ports/execution'
import { unknownOutcome } from '../tools/outcomes'

/** How the audit reads for an execution that nobody saw end. */
export function toLostFact({ id, callId, toolId, definitionHash }: OpenExecution): Omit<AuditFact, 'at'> {
  const [source = ''] = toolId.split('/')
  return {
    kind: 'tool.finished', callId, executionId: id, source, tool: toolId.slice(source.length + 1),
    definitionHash, success: false, error: 'unknown', output: unknownOutcome(),
  }
}

export function toLostEnd({ id }: OpenExecution, at: string): ExecutionEnd {
  return { id, state: 'interrupted', endedAt: at, durationMs: 0 }
}
