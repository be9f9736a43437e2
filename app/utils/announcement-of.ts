import type { RunView } from '#shared/run-view'
import { isLive } from './run-status'

const ENDS: Readonly<Partial<Record<RunView['state'], string>>> = {
  completed: 'Answer finished.',
  limited: 'A limit is reached. The answer may be incomplete.',
  cancelled: 'Stopped.',
  failed: 'The answer failed.',
  interrupted: 'The answer was interrupted.',
  refused: 'The provider refused to answer.',
}

/** The one sentence that a change between two views of a run is worth; `null` for all the small ones. */
export function announcementOf(before: RunView, after: RunView): string | null {
  if (isLive(before) && !isLive(after)) return ENDS[after.state] ?? null
  const asked = after.waitingFor.find(callId => !before.waitingFor.includes(callId))
  if (asked) return `${after.calls[asked]?.name ?? 'A tool'} is waiting for your approval.`
  const failed = Object.values(after.calls).find(call =>
    call.outcome && !before.calls[call.callId]?.outcome && !['ok', 'denied', 'cancelled'].includes(call.outcome.status))
  return failed ? `${failed.name} failed.` : null
}
