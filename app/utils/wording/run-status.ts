import { assertNever } from '#shared/assert-never'
import type { CallView, RunView, StepPart, StepView } from '#shared/run-view'
import { isOpenRun } from '#shared/run-state'
import type { ProviderErrorKind } from '#shared/provider-error'
import { formatWait } from '~/utils/format-time'
import { UNKNOWN_EVENT } from '~/utils/read-run-event'

export type RunConnection
  = | { readonly state: 'connecting' | 'open' | 'closed' | 'unknown-event' }
    | { readonly state: 'lost', readonly retryAt: number }

export interface RunStatusLine {
  readonly kind: 'connecting' | 'thinking' | 'writing' | 'calling' | 'waiting' | 'retrying' | 'lost' | 'unknown-event'
  readonly label: string
  /** When what is going on began (epoch milliseconds); elapsed time is shown from there. */
  readonly since?: number
}

export function isLive(view: Pick<RunView, 'state'>): boolean {
  return isOpenRun(view.state)
}

/** Esc stops what streams or works. A question to a person ends by its answer or by the stop button, never by a stray key. */
export function isStoppableByKey(view: Pick<RunView, 'state' | 'calls'>): boolean {
  // Not by `waitingFor`: one call may wait while another one still works.
  return isLive(view) && !isWaitingForPerson(view)
}

export function isWaitingForPerson(view: Pick<RunView, 'state' | 'calls'>): boolean {
  return isLive(view) && Object.values(view.calls).some(call => call.state === 'waiting')
}

/** What a run is doing now, in words; `null` once it has ended. `now` is in the server's time, epoch milliseconds. */
export function runStatusLine(view: RunView, connection: RunConnection, now: number): RunStatusLine | null {
  if (!isLive(view)) return null
  if (connection.state === 'lost') {
    const seconds = Math.max(0, Math.ceil((connection.retryAt - now) / 1000))
    return { kind: 'lost', label: seconds ? `Connection lost, trying again in ${seconds} s` : 'Connection lost, trying again' }
  }
  if (connection.state === 'unknown-event') return { kind: 'unknown-event', label: UNKNOWN_EVENT }
  if (view.waitingFor.length) return { kind: 'waiting', label: 'Waiting for approval' }
  const step = view.steps.at(-1)
  if (!step) return { kind: 'connecting', label: view.state === 'queued' ? 'Queued' : 'Connecting' }
  return callLine(view) ?? retryLine(step, now) ?? stepLine(view, step)
}

function callLine(view: RunView): RunStatusLine | null {
  const running = Object.values(view.calls).filter(call => call.state === 'running')
  if (!running.length) return null
  const since = Math.min(...running.map(call => Date.parse(call.startedAt ?? '')).filter(Number.isFinite))
  const label = running.length === 1 ? `Calling ${running[0]?.name}` : `Calling ${running.length} tools`
  return { kind: 'calling', label: withProgress(label, running), since: Number.isFinite(since) ? since : undefined }
}

function withProgress(label: string, running: readonly CallView[]) {
  const message = running.length === 1 ? running[0]?.progress?.message : undefined
  return message ? `${label}: ${message}` : label
}

/** Shorter than the error of a failed run, because no action is required yet. */
const RETRY_REASONS: Readonly<Partial<Record<ProviderErrorKind, string>>> = {
  'rate-limited': 'Provider rate limit reached.',
  'overloaded': 'The provider is overloaded.',
  'unavailable': 'Provider unavailable.',
  'unreachable': 'Could not reach the provider.',
  'protocol': 'Provider connection interrupted.',
}

function retryLine(step: StepView, now: number): RunStatusLine | null {
  const retry = step.retries.at(-1)
  if (!retry || step.parts.length) return null
  const left = Date.parse(retry.at) + retry.delayMs - now
  if (left <= 0) return { kind: 'retrying', label: `Trying again, attempt ${retry.attempt + 1}` }
  const reason = (retry.error.kind && RETRY_REASONS[retry.error.kind]) ?? retry.error.message
  return { kind: 'retrying', label: `${reason} Retrying in ${formatWait(Math.ceil(left / 1000))}` }
}

function stepLine(view: RunView, step: StepView): RunStatusLine {
  const last = step.parts.at(-1)
  const since = Date.parse(step.startedAt)
  const label = last && writingLabel(view, last)
  return label ? { kind: 'writing', label, since } : { kind: 'thinking', label: 'Thinking', since }
}

function writingLabel(view: RunView, part: StepPart): string | null {
  switch (part.type) {
    case 'text':
      return part.done ? null : 'Writing'
    case 'reasoning':
      return null
    case 'call': {
      const call = view.calls[part.callId]
      return call?.state === 'writing' ? `Preparing ${call.name || 'a call'}` : null
    }
    default:
      return assertNever(part)
  }
}
