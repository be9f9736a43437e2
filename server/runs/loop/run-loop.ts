import type { RunEndReason } from '#shared/run-event'
import type { GateResult } from '../../tools/execute-tool-call'
import type { RunContext } from './run-context'
import { findReachedLimit, type LimitName, MAX_CALLS_PER_STEP, timeLeft } from './run-limits'
import type { OpenCall } from './run-ledger'
import { runStep } from './run-step'

/** What the loop came to: an end, or calls that wait for a person and hold nothing meanwhile. */
export type LoopResult
  = | { readonly status: 'ended', readonly reason: RunEndReason, readonly limit?: LimitName, readonly message?: string }
    | { readonly status: 'waiting', readonly callIds: readonly string[] }

/**
 * Model, tools, model, tools, until the model stops asking. Where it stands is read from the ledger alone, so the
 * first start, an answered approval and a resumed run all begin here.
 */
export async function runLoop(context: RunContext): Promise<LoopResult> {
  const { ledger, limits } = context
  let isTimeUp = false
  for (;;) {
    context.signal.throwIfAborted()
    const waiting = await settleCalls(context, isTimeUp)
    if (waiting.length > 0) return { status: 'waiting', callIds: waiting }
    const ending = readEnding(context)
    if (ending) return ending
    context.signal.throwIfAborted()
    const limit = isTimeUp ? 'seconds' : findReachedLimit(ledger.progress, limits)
    const result = await runStep(context, ledger.steps + 1, limit !== undefined)
    isTimeUp ||= result !== 'whole'
    // An answer that a person was reading when the time was up is the last one: another would only say it again.
    if (limit || result === 'cut-in-text') {
      await settleCalls(context, isTimeUp)
      // Without tools there was nothing to do without: such an answer is as good as any other.
      return (context.tools.length === 0 && readEnding(context)) || { status: 'ended', reason: 'limited', limit: limit ?? 'seconds' }
    }
  }
}

/** Runs what may run, all at once, and records the results in call order. Answers the calls that wait. */
async function settleCalls(context: RunContext, isTimeUp: boolean): Promise<readonly string[]> {
  const open = context.ledger.openCalls()
  const results = await Promise.allSettled(open.map(call => settleCall(context, call, isTimeUp)))
  const failed = results.find(result => result.status === 'rejected')
  if (failed) throw failed.reason
  return context.ledger.openCalls().filter(call => call.isWaiting).map(call => call.callId)
}

async function settleCall(context: RunContext, call: OpenCall, isTimeUp: boolean): Promise<void> {
  if (call.isWaiting) return
  const step = context.ledger.steps
  const { callId, name, arguments: input, approval } = call
  const timeLeftMs = isTimeUp ? 0 : timeLeft(context.ledger.progress, context.limits)
  const denyReason = findDenyReason(context, call, timeLeftMs)
  const request = { callId, name, arguments: input, timeLeftMs, ...(approval && { approval }), ...(denyReason && { denyReason }) }
  const result: GateResult = await context.execute(request, step)
  if (result.status === 'needs-approval') {
    const { reason, binding } = result
    await context.ask({ step, call: result.call, reason, binding })
  }
}

/** Why the limits of the run forbid a call: it is not made, but still gets its result, so the history stays valid. */
function findDenyReason({ ledger, limits }: RunContext, call: OpenCall, timeLeftMs: number): string | undefined {
  if (call.ordinal > limits.toolCalls) return `Run limit reached (tool calls: ${limits.toolCalls}).`
  if (call.ordinalInStep > MAX_CALLS_PER_STEP) {
    return `One answer may make ${MAX_CALLS_PER_STEP} calls; this is call ${call.ordinalInStep}. `
      + 'Make it in a later answer if it is still needed.'
  }
  if (timeLeftMs <= 0) return `Run limit reached (seconds of work: ${limits.seconds}).`
  // Some servers call tools although the request forbids it.
  return ledger.isLastAnswer ? 'Run limit reached.' : undefined
}

/** Whether the newest answer of the model was its last; undefined when it wants another turn. */
function readEnding({ ledger }: RunContext): LoopResult | undefined {
  const last = ledger.lastStep
  if (!last || ledger.hasCalls(last.step)) return undefined
  switch (last.finishReason) {
    case 'continue':
      return undefined
    case 'content-filter':
      return {
        status: 'ended', reason: 'refused',
        message: ['The provider stopped the answer because of its content filter.', last.explanation].filter(Boolean).join(' '),
      }
    case 'length':
      return { status: 'ended', reason: 'limited', message: last.explanation ?? 'The answer reached the model\'s output limit.' }
    case 'malformed-tool-call':
    case 'error':
      return {
        status: 'ended', reason: 'failed',
        message: ['The model sent a malformed answer. Try again.', last.explanation].filter(Boolean).join(' '),
      }
    case 'cancelled':
      return undefined
    case 'stop':
    case 'tool-calls':
    case 'other':
      return { status: 'ended', reason: 'completed' }
    default:
      return last.finishReason satisfies never
  }
}
