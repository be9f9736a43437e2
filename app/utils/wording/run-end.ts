import { assertNever } from '#shared/assert-never'
import type { RunView, StepView } from '#shared/run-view'
import type { FinishReason, TranslationWarning } from '#shared/run-event'
import { callDisplay } from './call-wording'
import { isLive } from './run-status'

export interface EndNotice {
  readonly text: string
  readonly actions: readonly { readonly kind: 'continue' | 'resume' | 'retry', readonly label: string }[]
}

const LIMITS: Readonly<Record<string, string>> = {
  steps: 'The limit of model steps is reached, so this answer may be incomplete.',
  toolCalls: 'The limit of tool calls is reached, so this answer may be incomplete.',
  repeats: 'The same call came to the same result three times, so it was ended there.',
  seconds: 'The time limit is reached, so this answer may be incomplete.',
}

const RETRY = { kind: 'retry', label: 'Try again' } as const

/** What is said aloud under a run that did not simply complete; a failed one shows its error instead. */
export function endNotice(run: Pick<RunView, 'state' | 'limit' | 'error'>): EndNotice | null {
  switch (run.state) {
    case 'limited':
      return {
        text: LIMITS[run.limit ?? ''] ?? run.error?.message ?? 'A limit is reached, so this answer may be incomplete.',
        actions: [{ kind: 'continue', label: 'Continue' }, RETRY],
      }
    case 'interrupted':
      return { text: 'The server stopped in the middle of this. Nothing recorded is lost.', actions: [{ kind: 'resume', label: 'Resume' }] }
    case 'cancelled':
      return { text: 'Stopped.', actions: [RETRY] }
    case 'refused':
      return { text: run.error?.message ?? 'The provider refused to answer this.', actions: [RETRY] }
    case 'failed':
      return { text: 'This run failed.', actions: [RETRY] }
    case 'queued':
    case 'running':
    case 'waiting':
    case 'completed':
      return null
    default:
      return assertNever(run.state)
  }
}

/** `quiet` is a stop that somebody wanted. */
export interface StepFault { readonly label: string, readonly reason: string, readonly tone: 'error' | 'quiet' }

const ERRORS: Readonly<Record<FinishReason, StepFault | null>> = {
  'stop': null,
  'tool-calls': null,
  'length': null,
  'continue': null,
  'other': null,
  'error': { label: 'Failed', reason: 'The provider gave no whole answer.', tone: 'error' },
  'content-filter': { label: 'Refused', reason: 'The provider refused to answer this.', tone: 'error' },
  'malformed-tool-call': { label: 'Failed', reason: 'The model called a tool in a form that cannot be read.', tone: 'error' },
  'cancelled': { label: 'Stopped', reason: 'It was stopped before the answer was whole.', tone: 'quiet' },
}
const UNFINISHED: StepFault = { label: 'Did not finish', reason: 'The run ended before this step did.', tone: 'error' }

/** Why a step gave no whole answer, for a person; `null` when it gave one or is still at work. */
export function stepFault(step: StepView, run: RunView): StepFault | null {
  const fault = step.finishReason ? ERRORS[step.finishReason] : step.endedAt ? UNFINISHED : undefined
  if (!fault) return null
  return { ...fault, reason: endOf(step, run) ?? fault.reason }
}

/** The run's own words for its end. Only the last step can be what it ended of; an earlier one was resumed. */
function endOf(step: StepView, run: RunView): string | undefined {
  if (isLive(run) || step !== run.steps.at(-1)) return undefined
  if (run.error) return run.error.message
  return run.state === 'limited' || run.state === 'interrupted' ? endNotice(run)?.text : undefined
}

const ENDS: Readonly<Record<RunView['state'], string | null>> = {
  queued: null,
  running: null,
  waiting: null,
  completed: 'Answer finished.',
  limited: 'A limit is reached. The answer may be incomplete.',
  cancelled: 'Stopped.',
  failed: 'The answer failed.',
  interrupted: 'The answer was interrupted.',
  refused: 'The provider refused to answer.',
}

/** The one sentence that a change between two views of a run is worth; `null` for all the small ones. */
export function announcementOf(before: RunView, after: RunView): string | null {
  if (isLive(before) && !isLive(after)) return ENDS[after.state]
  const asked = after.waitingFor.find(callId => !before.waitingFor.includes(callId))
  if (asked) return `${after.calls[asked]?.name ?? 'A tool'} is waiting for your approval.`
  const failed = Object.values(after.calls).find(call =>
    call.outcome && !before.calls[call.callId]?.outcome && callDisplay(call, true).tone === 'error')
  return failed ? `${failed.name} failed.` : null
}

/**
 * What of the conversation did not reach the model as it was, in words for a person, each once. Changes to the form of
 * a tool are told where tools are shown.
 */
export function lostContent(run: Pick<RunView, 'steps'>): readonly string[] {
  const losses = run.steps.flatMap(step => step.warnings).filter(isLoss)
  return [...new Set(losses.map(({ tool, reason }) => tool ? `${tool}: ${reason}` : reason))]
}

function isLoss({ path, action }: TranslationWarning): boolean {
  return /^\/(?:messages|input)\b/.test(path) && (action === 'left-out' || action === 'replaced-by-text')
}
