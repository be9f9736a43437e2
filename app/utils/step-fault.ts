import type { FinishReason } from '#shared/run-event'
import type { RunView, StepView } from '#shared/run-view'
import { endNotice } from './end-notice'
import { isLive } from './run-status'

/** `quiet` is a stop that somebody wanted. */
export interface StepFault { readonly label: string, readonly reason: string, readonly tone: 'error' | 'quiet' }

const FAULTS: Partial<Record<FinishReason, StepFault>> = {
  'error': { label: 'Failed', reason: 'The provider gave no whole answer.', tone: 'error' },
  'content-filter': { label: 'Refused', reason: 'The provider refused to answer this.', tone: 'error' },
  'malformed-tool-call': { label: 'Failed', reason: 'The model called a tool in a form that cannot be read.', tone: 'error' },
  'cancelled': { label: 'Stopped', reason: 'It was stopped before the answer was whole.', tone: 'quiet' },
}
const UNFINISHED: StepFault = { label: 'Did not finish', reason: 'The run ended before this step did.', tone: 'error' }

/** Why a step gave no whole answer, for a person; `null` when it gave one or is still at work. */
export function stepFault(step: StepView, run: RunView): StepFault | null {
  const fault = step.finishReason ? FAULTS[step.finishReason] : step.endedAt ? UNFINISHED : undefined
  if (!fault) return null
  return { ...fault, reason: endOf(step, run) ?? fault.reason }
}

/** The run's own words for its end. Only the last step can be what it ended of; an earlier one was resumed. */
function endOf(step: StepView, run: RunView): string | undefined {
  if (isLive(run) || step !== run.steps.at(-1)) return undefined
  if (run.error) return run.error.message
  return run.state === 'limited' || run.state === 'interrupted' ? endNotice(run)?.text : undefined
}
