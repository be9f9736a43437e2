import { isOpenRun } from '#shared/run-state'
import type { CallView, RunView, StepView } from '#shared/run-view'
import { callDuration, isLostCall, isLostStep } from './run-totals'
import type { Interval } from './merge-intervals'
import { createShownClock, type ShownClock } from './shown-clock'

type SegmentKind = 'model' | 'queue' | 'wait' | 'run'

/** Positions are fractions of the axis, 0 to 1; `durationMs` is real time, which a shortened wait does not show. */
export interface WaterfallSegment { readonly kind: SegmentKind, readonly start: number, readonly end: number, readonly durationMs: number }

export interface WaterfallRow {
  readonly key: string
  readonly kind: 'step' | 'call'
  readonly label: string
  readonly segments: readonly WaterfallSegment[]
  /** `null` where it is unknown. */
  readonly durationMs: number | null
  /** Where the first visible token came. */
  readonly firstToken?: number
  readonly isOpen: boolean
  readonly call?: CallView
  readonly step?: StepView
}

export interface WaterfallTick { readonly at: number, readonly elapsedMs: number }

export interface Waterfall {
  readonly rows: readonly WaterfallRow[]
  readonly ticks: readonly WaterfallTick[]
  readonly elapsedMs: number
}

interface TimedSegment { readonly kind: SegmentKind, readonly startMs: number, readonly endMs: number }
interface TimedRow extends Pick<WaterfallRow, 'key' | 'kind' | 'label' | 'durationMs' | 'isOpen' | 'call' | 'step'> {
  readonly segments: readonly TimedSegment[]
  readonly firstTokenMs?: number
}

/**
 * Lays a run out on one clock: each step, and under it its calls, as bars. `nowMs` is epoch milliseconds in the
 * server's time; what is still open reaches to it, or to the end of a run that has ended.
 */
export function layoutWaterfall(view: RunView, nowMs: number): Waterfall {
  const originMs = epoch(view.startedAt ?? view.steps[0]?.startedAt, nowMs)
  const endMs = Math.max(epoch(view.endedAt, nowMs), originMs + 1)
  const span = { originMs, endMs, isLive: isOpenRun(view.state) }
  const timed = view.steps.flatMap((step) => {
    const calls = callsOf(view, step)
    return [stepRow(step, calls, span), ...calls.map(call => callRow(call, step, span))]
  })
  const work: Interval[] = timed.flatMap(row => row.segments.filter(segment => segment.kind !== 'wait'))
  const clock = createShownClock(work, span.endMs - span.originMs)
  return {
    rows: timed.map(row => toShown(row, clock)),
    ticks: clock.ticks(),
    elapsedMs: span.endMs - span.originMs,
  }
}

interface Span { readonly originMs: number, readonly endMs: number, readonly isLive: boolean }

function callsOf(view: RunView, step: StepView): readonly CallView[] {
  return step.parts.flatMap(part => part.type === 'call' ? view.calls[part.callId] ?? [] : [])
}

function stepRow(step: StepView, calls: readonly CallView[], span: Span): TimedRow {
  const startMs = epoch(step.startedAt, span.originMs) - span.originMs
  const endMs = isLostStep(step) ? lastSignMs(step, calls, span) : measuredEnd(startMs, step.durationMs, step.endedAt, span)
  return {
    key: stepKey(step.step), kind: 'step', label: `Step ${step.step}`, isOpen: !step.endedAt, step,
    segments: [segment('model', startMs, endMs)],
    durationMs: isLostStep(step) ? null : Math.max(0, endMs - startMs),
    ...(step.firstTokenMs !== undefined && { firstTokenMs: Math.min(startMs + step.firstTokenMs, endMs) }),
  }
}

/** Bars end by the measured duration, as their labels do: the event of the end comes later, after others were stored. */
function measuredEnd(startMs: number, durationMs: number | undefined, endedAt: string | undefined, span: Span): number {
  return durationMs === undefined ? epoch(endedAt, span.endMs) - span.originMs : startMs + durationMs
}

/** Until when a step is known to have run whose server ended; what its end says is the time of the next start. */
function lastSignMs(step: StepView, calls: readonly CallView[], { originMs }: Span): number {
  const startMs = epoch(step.startedAt, originMs) - originMs
  return Math.max(startMs + (step.firstTokenMs ?? 0), ...calls.map(call => epoch(call.calledAt, originMs) - originMs))
}

export function stepKey(step: number) {
  return `step:${step}`
}

function callRow(call: CallView, step: StepView, span: Span): TimedRow {
  const at = (time: string | undefined, fallback: number) => time === undefined ? fallback : epoch(time, span.originMs) - span.originMs
  const isLost = isLostCall(call) || (!call.outcome && call.startedAt !== undefined && !span.isLive)
  const endMs = isLost ? at(call.startedAt, 0) : at(call.endedAt, span.endMs - span.originMs)
  const calledMs = at(call.calledAt, at(step.startedAt, 0))
  const { approval } = call
  const askedMs = at(approval?.requestedAt, calledMs)
  const answeredMs = approval ? at(approval.answer?.at, endMs) : askedMs
  const startedMs = at(call.startedAt, call.outcome ? endMs : Math.max(answeredMs, calledMs))
  const runEndMs = isLost ? startedMs : measuredEnd(startedMs, call.outcome?.durationMs, call.endedAt, span)
  const segments = [
    ...(approval ? [segment('wait', askedMs, answeredMs)] : []),
    ...(startedMs > answeredMs ? [segment('queue', answeredMs, startedMs)] : []),
    ...(call.startedAt ? [segment('run', startedMs, runEndMs)] : []),
  ]
  const shown = segments.length ? segments : [segment('queue', calledMs, endMs)]
  return {
    key: call.callId, kind: 'call', label: call.name, isOpen: !call.endedAt, call, segments: shown,
    durationMs: isLost ? null : callDuration(call, span.isLive ? span.endMs : null) ?? lengthFromFirst(shown),
  }
}

function lengthFromFirst(segments: readonly TimedSegment[]): number {
  return Math.max(...segments.map(part => part.endMs)) - Math.min(...segments.map(part => part.startMs))
}

function segment(kind: SegmentKind, startMs: number, endMs: number): TimedSegment {
  return { kind, startMs, endMs: Math.max(startMs, endMs) }
}

function toShown({ segments, firstTokenMs, ...row }: TimedRow, clock: ShownClock): WaterfallRow {
  return {
    ...row,
    segments: segments.map(({ kind, startMs, endMs }) => ({
      kind, start: clock.position(startMs), end: clock.position(endMs), durationMs: endMs - startMs,
    })),
    ...(firstTokenMs !== undefined && { firstToken: clock.position(firstTokenMs) }),
  }
}

function epoch(time: string | undefined, fallback: number): number {
  const parsed = time === undefined ? Number.NaN : Date.parse(time)
  return Number.isNaN(parsed) ? fallback : parsed
}
