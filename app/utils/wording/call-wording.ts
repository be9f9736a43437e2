import type { CallView } from '#shared/run-view'
import type { ToolOutcomeStatus } from '#shared/tool-outcome'

export type CallTone = 'live' | 'waiting' | 'ok' | 'quiet' | 'error'
export interface CallDisplay { readonly verb: string, readonly tone: CallTone }

export const OUTCOME_WORDS: Readonly<Record<ToolOutcomeStatus, string>> = {
  'ok': 'Done',
  'unknown-tool': 'Unknown tool',
  'invalid-input': 'Invalid arguments',
  'denied': 'Denied',
  'timed-out': 'Timed out',
  'failed': 'Failed',
  'cancelled': 'Stopped',
  'unknown': 'Interrupted, outcome unknown',
}

const OUTCOMES = {
  'ok': { verb: 'Called', tone: 'ok' },
  'unknown-tool': { verb: 'Unknown tool:', tone: 'error' },
  'invalid-input': { verb: 'Invalid arguments for', tone: 'error' },
  'denied': { verb: 'Denied', tone: 'quiet' },
  'timed-out': { verb: 'Timed out calling', tone: 'error' },
  'failed': { verb: 'Error calling', tone: 'error' },
  'cancelled': { verb: 'Stopped', tone: 'quiet' },
  'unknown': { verb: 'Interrupted, outcome unknown:', tone: 'error' },
} as const satisfies Record<NonNullable<CallView['outcome']>['status'], CallDisplay>

const STATES = {
  writing: { verb: 'Preparing', tone: 'live' },
  ready: { verb: 'Starting', tone: 'live' },
  waiting: { verb: 'Approval required:', tone: 'waiting' },
  running: { verb: 'Calling', tone: 'live' },
} as const satisfies Record<Exclude<CallView['state'], 'done'>, CallDisplay>

/** Denied by a setting or a limit and not by a person, also where a person had allowed it before. */
export function isDeniedByRule(call: Pick<CallView, 'outcome' | 'approval'>): boolean {
  return call.outcome?.status === 'denied' && call.approval?.answer?.decision !== 'deny'
}

/** The verb in its tense, and its tone. A call that had no outcome when its run ended did not finish. */
export function callDisplay(call: CallView, isRunLive: boolean): CallDisplay {
  if (isDeniedByRule(call)) return { verb: 'Denied by policy:', tone: 'quiet' }
  if (call.outcome) return OUTCOMES[call.outcome.status]
  if (!isRunLive) return { verb: 'Did not finish', tone: 'quiet' }
  return call.state === 'done' ? OUTCOMES.ok : STATES[call.state]
}

const STATE_WORDS = {
  writing: 'Preparing', ready: 'Starting', waiting: 'Waiting for approval', running: 'Running', done: 'Done',
} as const satisfies Record<CallView['state'], string>

/** The same where no name follows: a whole phrase. */
export function callStateText(call: CallView, isRunLive: boolean): string {
  if (isDeniedByRule(call)) return 'Denied by policy'
  if (call.outcome) return OUTCOME_WORDS[call.outcome.status]
  return isRunLive ? STATE_WORDS[call.state] : 'Did not finish'
}

const MAX_LENGTH = 72

/** The few words of a call's arguments that tell two calls apart in one line; empty when there are none. */
export function toolArgumentHint(input: Readonly<Record<string, unknown>> | null): string {
  const values = Object.values(input ?? {}).filter(isScalar).map(value => String(value).replace(/\s+/g, ' ').trim()).filter(Boolean)
  const hint = values.slice(0, 2).join(' · ')
  return hint.length > MAX_LENGTH ? `${hint.slice(0, MAX_LENGTH - 1)}…` : hint
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}
