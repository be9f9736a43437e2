import type { CallView, RunView, StepView } from '#shared/run-view'
import { callDuration, isLostStep } from './run-totals'
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
interface TimedRow extends Pick<WaterfallRow, 'key' | 'kind' | 'label' | 'isOpen' | 'call' | 'step'> {
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
  const span = { originMs, endMs }
  const timed = view.steps.flatMap(step => [stepRow(step, span), ...callsOf(view, step).map(call => callRow(call, step, span))])
  const work: Interval[] = timed.flatMap(row => row.segments.filter(segment => segment.kind !== 'wait'))
  const clock = createShownClock(work, span.endMs - span.originMs)
  return {
    rows: timed.map(row => toShown(row, clock)),
    ticks: clock.ticks(),
    elapsedMs: span.endMs - span.originMs,
  }
}

interface Span { readonly originMs: number, readonly endMs: number }

function callsOf(view: RunView, step: StepView): readonly CallView[] {
  return step.parts.flatMap(part => part.type === 'call' ? view.calls[part.callId] ?? [] : [])
}

function stepRow(step: StepView, span: Span): TimedRow {
  const startMs = epoch(step.startedAt, span.originMs) - span.originMs
  const endMs = epoch(step.endedAt, span.endMs) - span.originMs
  return {
    key: stepKey(step.step), kind: 'step', label: `Step ${step.step}`, isOpen: !step.endedAt, step,
    segments: [segment('model', startMs, endMs)],
    ...(step.firstTokenMs !== undefined && { firstTokenMs: Math.min(startMs + step.firstTokenMs, endMs) }),
  }
}

export function stepKey(step: number) {
  return `step:${step}`
}

function callRow(call: CallView, step: StepView, span: Span): TimedRow {
  const at = (time: string | undefined, fallback: number) => time === undefined ? fallback : epoch(time, span.originMs) - span.originMs
  const endMs = at(call.endedAt, span.endMs - span.originMs)
  const calledMs = at(call.calledAt, at(step.startedAt, 0))
  const { approval } = call
  const askedMs = at(approval?.requestedAt, calledMs)
  const answeredMs = approval ? at(approval.answer?.at, endMs) : askedMs
  const startedMs = at(call.startedAt, call.outcome ? endMs : Math.max(answeredMs, calledMs))
  const segments = [
    ...(approval ? [segment('wait', askedMs, answeredMs)] : []),
    ...(startedMs > answeredMs ? [segment('queue', answeredMs, startedMs)] : []),
    ...(call.startedAt ? [segment('run', startedMs, endMs)] : []),
  ]
  return {
    key: call.callId, kind: 'call', label: call.name, isOpen: !call.endedAt, call,
    segments: segments.length ? segments : [segment('queue', calledMs, endMs)],
  }
}

function segment(kind: SegmentKind, startMs: number, endMs: number): TimedSegment {
  return { kind, startMs, endMs: Math.max(startMs, endMs) }
}

function toShown({ segments, firstTokenMs, ...row }: TimedRow, clock: ShownClock): WaterfallRow {
  return {
    ...row,
    durationMs: row.step && isLostStep(row.step)
      ? null
      : measuredMs(row) ?? Math.max(...segments.map(part => part.endMs)) - Math.min(...segments.map(part => part.startMs)),
    segments: segments.map(({ kind, startMs, endMs }) => ({
      kind, start: clock.position(startMs), end: clock.position(endMs), durationMs: endMs - startMs,
    })),
    ...(firstTokenMs !== undefined && { firstToken: clock.position(firstTokenMs) }),
  }
}

/** What the card of a call and the facts of a step say too; the times of events come a little later. */
function measuredMs({ call, step }: Pick<TimedRow, 'call' | 'step'>): number | null | undefined {
  return call ? callDuration(call, null) : step?.durationMs
}

function epoch(time: string | undefined, fallback: number): number {
  const parsed = time === undefined ? Number.NaN : Date.parse(time)
  return Number.isNaN(parsed) ? fallback : parsed
}
