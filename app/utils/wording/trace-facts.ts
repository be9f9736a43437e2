import type { CallView, RunView, StepView } from '#shared/run-view'
import { callStateText } from './call-wording'
import { formatCost, formatCount } from '~/utils/format-number'
import { formatDuration } from '~/utils/format-time'
import { isLive } from './run-status'
import { isLostCall, isLostStep, waitedDuration, workedText } from '~/utils/run-totals'

export interface TraceFact { readonly label: string, readonly value: string, readonly to?: string }

export function stepFacts(step: StepView, run: RunView): readonly TraceFact[] {
  const calls = step.parts.filter(part => part.type === 'call').length
  return present([
    { label: 'Model', value: run.model },
    { label: 'Duration', value: stepDuration(step) },
    { label: 'First token', value: step.firstTokenMs === undefined ? null : formatDuration(step.firstTokenMs) },
    ...usageFacts(step, run),
    { label: 'Finish reason', value: step.finishReason && reason(step) },
    { label: 'Tools', value: `${run.tools.length} offered, ${calls} called` },
    { label: 'Retries', value: step.retries.length ? String(step.retries.length) : null },
  ])
}

/** Facts of the whole run, shown while nothing is selected in the inspector. */
export function runFacts(run: RunView): readonly TraceFact[] {
  const waited = waitedDuration(run)
  return present([
    { label: 'Model', value: run.model },
    { label: 'Steps', value: String(run.steps.length) },
    { label: 'Duration', value: isLive(run) ? null : workedText(run) },
    { label: 'Waited', value: waited ? formatDuration(waited) : null },
    ...usageFacts(run, run),
  ])
}

export function callFacts(call: CallView, run: RunView, sourceName: string | undefined): readonly TraceFact[] {
  return present([
    { label: 'State', value: callStateText(call, isLive(run)) },
    { label: 'Source', value: sourceName ?? call.sourceId },
    { label: 'Original name', value: call.originalName === call.name ? null : call.originalName },
    { label: 'Duration', value: isLostCall(call) ? 'unknown' : call.outcome && formatDuration(call.outcome.durationMs) },
    { label: 'Approval', value: call.approval && approvalText(call) },
    { label: 'Reason', value: call.approval?.reason },
    { label: 'Waited', value: call.approval && between(call.approval.requestedAt, call.approval.answer?.at) },
    { label: 'Audit record', value: call.auditSeq ? `#${call.auditSeq}` : null, to: `/audit/${call.auditSeq}` },
  ])
}

interface MaybeFact { readonly label: string, readonly value: string | null | undefined, readonly to?: string }

function present(facts: readonly MaybeFact[]): readonly TraceFact[] {
  return facts.flatMap(({ value, ...fact }) => value ? { ...fact, value } : [])
}

/** Counts that the vendor did not report are unknown, not zero; a step without an end was cut off by a crash. */
function usageFacts({ usage, cost }: Pick<StepView, 'usage' | 'cost'>, run: RunView): readonly MaybeFact[] {
  if (!usage) return isLive(run) ? [] : ['Tokens in', 'Tokens out', 'Cost'].map(label => ({ label, value: 'unknown' }))
  const { inputTokens, cachedInputTokens, cacheWriteTokens, outputTokens, reasoningTokens, partial } = usage
  const known = (count: number, words: string) => partial ? count > 0 ? `at least ${words}` : 'unknown' : words
  return [
    {
      label: 'Tokens in',
      value: known(inputTokens, withParts(inputTokens, [[cachedInputTokens, 'cached'], [cacheWriteTokens, 'written to cache']])),
    },
    { label: 'Tokens out', value: known(outputTokens, withParts(outputTokens, [[reasoningTokens, 'reasoning']])) },
    { label: 'Cost', value: costText({ cost }) },
  ]
}

/** Beside the label "Cost", the words for a price that is not known need not name it again. */
function costText({ cost }: Pick<StepView, 'cost'>) {
  if (cost === undefined) return null
  return cost === null ? 'unknown' : formatCost(cost)
}

function stepDuration(step: StepView) {
  if (isLostStep(step)) return 'unknown'
  return step.durationMs === undefined ? between(step.startedAt, step.endedAt) : formatDuration(step.durationMs)
}

function between(from: string, to: string | undefined) {
  return to === undefined ? null : formatDuration(Date.parse(to) - Date.parse(from))
}

function withParts(whole: number, parts: readonly (readonly [count: number, name: string])[]) {
  const named = parts.filter(([count]) => count > 0).map(([count, name]) => `${formatCount(count)} ${name}`)
  return named.length > 0 ? `${formatCount(whole)} (${named.join(', ')})` : formatCount(whole)
}

/** Ours, and the vendor's own word where it differs: the translation stays visible. */
function reason({ finishReason, rawFinishReason }: StepView) {
  return rawFinishReason && rawFinishReason !== finishReason ? `${finishReason} (${rawFinishReason})` : finishReason
}

function approvalText({ approval }: CallView) {
  if (!approval?.answer) return 'waiting'
  return approval.answer.decision === 'allow' ? 'allowed once' : 'denied'
}
