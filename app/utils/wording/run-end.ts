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
  steps: 'Step limit reached. The answer may be incomplete.',
  toolCalls: 'Tool call limit reached. The answer may be incomplete.',
  repeats: 'Stopped after three identical calls.',
  seconds: 'Time limit reached. The answer may be incomplete.',
}

const RETRY = { kind: 'retry', label: 'Try again' } as const

/** The notice under a run that did not complete; a failed run shows its error instead. */
export function endNotice(run: Pick<RunView, 'state' | 'limit' | 'error'>): EndNotice | null {
  switch (run.state) {
    case 'limited':
      return {
        text: LIMITS[run.limit ?? ''] ?? run.error?.message ?? 'Limit reached. The answer may be incomplete.',
        actions: [{ kind: 'continue', label: 'Continue' }, RETRY],
      }
    case 'interrupted':
      return { text: 'The server stopped during this run. No stored data was lost.', actions: [{ kind: 'resume', label: 'Resume' }] }
    case 'cancelled':
      return { text: 'Stopped.', actions: [RETRY] }
    case 'refused':
      return { text: run.error?.message ?? 'The provider refused to answer.', actions: [RETRY] }
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
export interface StepError { readonly label: string, readonly reason: string, readonly tone: 'error' | 'quiet' }

const ERRORS: Readonly<Record<FinishReason, StepError | null>> = {
  'stop': null,
  'tool-calls': null,
  'length': null,
  'continue': null,
  'other': null,
  'error': { label: 'Failed', reason: 'The provider sent no complete answer.', tone: 'error' },
  'content-filter': { label: 'Refused', reason: 'The provider refused to answer.', tone: 'error' },
  'malformed-tool-call': { label: 'Failed', reason: 'The model sent a malformed tool call.', tone: 'error' },
  'cancelled': { label: 'Stopped', reason: 'Stopped before the answer was complete.', tone: 'quiet' },
}
const UNFINISHED: StepError = { label: 'Did not finish', reason: 'The run ended before this step did.', tone: 'error' }

/** Why a step gave no complete answer; `null` when it gave one or is still running. */
export function stepError(step: StepView, run: RunView): StepError | null {
  const error = step.finishReason ? ERRORS[step.finishReason] : step.endedAt ? UNFINISHED : undefined
  if (!error) return null
  return { ...error, reason: endOf(step, run) ?? error.reason }
}

/** The run's own words for its end. Only the last step can be what it ended of; an earlier one was resumed. */
function endOf(step: StepView, run: RunView): string | undefined {
  if (isLive(run) || step !== run.steps.at(-1)) return undefined
  if (run.error) return run.error.message
  return run.state === 'limited' || run.state === 'interrupted' ? endNotice(run)?.text : undefined
}

/** Its text ended before the model was done, for instance inside a table. */
export function isCutOff({ endedAt, finishReason }: StepView): boolean {
  return endedAt !== undefined && (finishReason === undefined || ['cancelled', 'error', 'length'].includes(finishReason))
}

const ENDS: Readonly<Record<RunView['state'], string | null>> = {
  queued: null,
  running: null,
  waiting: null,
  completed: 'Answer finished.',
  limited: 'Limit reached. The answer may be incomplete.',
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
 * a tool are shown in the tool lab.
 */
export function lostContent(run: Pick<RunView, 'steps'>): readonly string[] {
  const losses = run.steps.flatMap(step => step.warnings).filter(isLoss)
  return [...new Set(losses.map(({ tool, reason }) => tool ? `${tool}: ${reason}` : reason))]
}

function isLoss({ path, action }: TranslationWarning): boolean {
  return /^\/(?:messages|input)\b/.test(path) && (action === 'left-out' || action === 'replaced-by-text')
}
