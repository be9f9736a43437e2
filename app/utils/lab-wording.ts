import type { ApprovalMode, ToolListing } from '#shared/tool'
import type { ToolOutcomeStatus } from '#shared/tool-outcome'

export const OUTCOME_WORDS: Readonly<Record<ToolOutcomeStatus, string>> = {
  'ok': 'Done',
  'unknown-tool': 'No such tool',
  'invalid-input': 'Arguments refused',
  'denied': 'Denied',
  'timed-out': 'Timed out',
  'failed': 'Failed',
  'cancelled': 'Stopped',
  'unknown': 'Interrupted, outcome unknown',
}

const APPROVALS: Readonly<Record<ApprovalMode, string>> = {
  ask: 'In a run a person decides each call. Here you do: pressing Call is the approval.',
  allow: 'Runs without asking, here and in a run. Every call is audited.',
  deny: 'An administrator has set it to always deny: it cannot be called.',
}

/** Whether a call by hand is possible, and what pressing the button means. */
export function labPermission({ enabled, approval }: Pick<ToolListing, 'enabled' | 'approval'>): { readonly isCallable: boolean, readonly note: string } {
  if (!enabled) return { isCallable: false, note: 'It is switched off: turn it on under Admin, Tools.' }
  return { isCallable: approval !== 'deny', note: APPROVALS[approval] }
}
