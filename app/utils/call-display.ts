import type { CallView } from '#shared/run-view'

export type CallTone = 'live' | 'waiting' | 'ok' | 'quiet' | 'error'
export interface CallDisplay { readonly verb: string, readonly tone: CallTone }

const OUTCOMES = {
  'ok': { verb: 'Called', tone: 'ok' },
  'unknown-tool': { verb: 'No such tool:', tone: 'error' },
  'invalid-input': { verb: 'Refused the arguments of', tone: 'error' },
  'denied': { verb: 'Denied', tone: 'quiet' },
  'timed-out': { verb: 'Timed out calling', tone: 'error' },
  'failed': { verb: 'Error calling', tone: 'error' },
  'cancelled': { verb: 'Stopped', tone: 'quiet' },
  'unknown': { verb: 'Interrupted, outcome unknown:', tone: 'error' },
} as const satisfies Record<NonNullable<CallView['outcome']>['status'], CallDisplay>

const STATES = {
  writing: { verb: 'Preparing', tone: 'live' },
  ready: { verb: 'About to call', tone: 'live' },
  waiting: { verb: 'Wants to call', tone: 'waiting' },
  running: { verb: 'Calling', tone: 'live' },
} as const satisfies Record<Exclude<CallView['state'], 'done'>, CallDisplay>

/** The verb in its tense, and how loud it is. A call of a run that ended without it is told as never finished. */
export function callDisplay(call: CallView, isRunLive: boolean): CallDisplay {
  if (call.outcome) return OUTCOMES[call.outcome.status]
  if (!isRunLive) return { verb: 'Did not finish', tone: 'quiet' }
  return call.state === 'done' ? OUTCOMES.ok : STATES[call.state]
}
