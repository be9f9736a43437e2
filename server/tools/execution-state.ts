import type { ToolOutcome } from '#shared/tool-outcome'
import type { ExecutionEnd } from '../ports/execution'

/** How an execution row ends for an outcome. */
export function toExecutionState({ status }: ToolOutcome): ExecutionEnd['state'] {
  if (status === 'ok') return 'succeeded'
  if (status === 'timed-out' || status === 'cancelled') return status
  return status === 'unknown' ? 'interrupted' : 'failed'
}
