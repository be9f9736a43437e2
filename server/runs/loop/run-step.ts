import type { ErrorCode } from '#shared/api-error'
import type { ProviderErrorKind } from '#shared/provider-error'
import type { RunError } from '#shared/run-event'
import { AppError } from '../../errors'
import type { ModelRequest } from '../../providers/provider'
import type { RunContext } from './run-context'
import { retryDelay } from './retry-delay'
import { NO_USAGE, UNKNOWN_USAGE } from './run-ledger'
import { StepRecorder } from './step-recorder'
import { timeLeft } from './run-limits'

const LAST_ANSWER = 'The limit of this run is reached: no more tools can be called. Answer now with what you have, and say what is missing.'

/** How far a step came: to its end, or until its time was up, perhaps amid text that a person reads. */
export type StepResult = 'whole' | 'cut' | 'cut-in-text'

/** One model call: asks, streams, records, in the time that is left. `isLast` asks for an answer without tools. */
export async function runStep(context: RunContext, step: number, isLast: boolean): Promise<StepResult> {
  const startedAt = context.clock.now()
  await context.record([{ type: 'step-start', step, ...(isLast && { final: true }) }], { steps: step })
  const { signal, stop } = startStepTime(context, isLast)
  try {
    return await answer({ ...context, signal }, { step, startedAt, isLast })
  }
  finally {
    stop()
  }
}

interface StepStart { readonly step: number, readonly startedAt: number, readonly isLast: boolean }

/** Failures before the first visible token are tried again; any later one closes the step and is thrown. */
async function answer(context: RunContext, { step, startedAt, isLast }: StepStart): Promise<StepResult> {
  const request = buildRequest(context, isLast)
  for (let attempt = 1; ; attempt += 1) {
    const recorder = new StepRecorder(context, { step, attempt, startedAt, requestedAt: context.clock.now() })
    try {
      await streamAnswer(context, request, recorder)
      return 'whole'
    }
    catch (error) {
      const delayMs = recorder.hasOutput || context.signal.aborted
        ? undefined
        : retryDelay(error, { attempt, ...context.ledger.retries }, context.clock.random())
      if (delayMs === undefined) return breakOff(context, recorder, { error, isAnswering: true })
      await context.record(
        [{ type: 'step-retry', step, attempt, delayMs, error: toRunError(error) }], undefined, await recorder.wire?.seal(),
      )
      const broken = await waitForRetry(context, recorder, delayMs)
      if (broken) return broken
    }
  }
}

async function waitForRetry(context: RunContext, recorder: StepRecorder, delayMs: number): Promise<StepResult | undefined> {
  try {
    await context.clock.wait(delayMs, context.signal)
    return undefined
  }
  catch (error) {
    return breakOff(context, recorder, { error, isAnswering: false })
  }
}

/** What broke a step off, and whether a request was with the vendor. */
interface Break { readonly error: unknown, readonly isAnswering: boolean }

/** Closes a step that came to no end. What broke it off is thrown, unless its time was up. */
async function breakOff({ signal }: RunContext, recorder: StepRecorder, { error, isAnswering }: Break): Promise<StepResult> {
  const { isInText } = recorder
  // A vendor that rejects a request counts no tokens; one that had accepted it may have.
  const isProtocolError = error instanceof AppError && error.code === 'provider-protocol'
  const isUsageUnknown = isAnswering && (recorder.hasOutput || signal.aborted || isProtocolError)
  await recorder.breakOff(signal.aborted ? 'cancelled' : 'error', isUsageUnknown ? UNKNOWN_USAGE : NO_USAGE)
  if (!(signal.reason instanceof TimeUp)) throw error
  return isInText ? 'cut-in-text' : 'cut'
}

function buildRequest(
  { model, system, settings, capabilities, transcript, tools, strictTools, ledger }: RunContext, isLast: boolean,
): ModelRequest {
  const instructions = [system, isLast && tools.length > 0 && LAST_ANSWER].filter(Boolean).join('\n\n')
  return {
    model,
    ...(instructions && { system: instructions }),
    messages: transcript.messages(),
    tools,
    ...(strictTools && { strictTools }),
    ...settings,
    ...(capabilities && { capabilities }),
    // A forced call is made once; after it, only a free choice lets the model answer. An answer that was paused goes on as it began.
    ...(ledger.progress.toolCalls > 0 && settings.toolChoice !== 'none' && { toolChoice: 'auto' as const }),
    // The tools stay in the request: vendors reject a history with calls when no tools are declared.
    ...(isLast && tools.length > 0 && { toolChoice: 'none' as const }),
  }
}

async function streamAnswer(context: RunContext, request: ModelRequest, recorder: StepRecorder): Promise<void> {
  const { provider, connection, signal } = context
  for await (const batch of provider.stream(request, { connection, signal, onRawEvent: recorder.wire?.addEvent })) {
    for (const event of batch) {
      // An answer has thousands of events, and hardly any of them has to wait for a commit.
      if (recorder.endsReasoning(event)) await recorder.commitReasoning()
      if (event.type === 'finish') return recorder.finish(event)
      recorder.add(event)
    }
  }
  throw new AppError('provider-protocol', `${connection.name ?? provider.label} ended its answer without saying why.`)
}

/** Of errors that are made where only the code is known, such as a stream that falls silent. */
const KIND_OF_CODE: Readonly<Partial<Record<ErrorCode, ProviderErrorKind>>> = {
  'provider-rejected': 'bad-request', 'provider-rate-limited': 'rate-limited', 'provider-unavailable': 'unavailable',
  'provider-protocol': 'protocol',
}

/** An error as a person reads it; details of an unexpected error stay in the log. */
export function toRunError(error: unknown): RunError {
  if (error instanceof AppError) {
    const { code, message, retryable, kind = KIND_OF_CODE[code] } = error
    return { code, message, retryable, ...(kind && { kind }) }
  }
  return { code: 'internal', message: 'Internal error. See the server log for details.', retryable: false }
}

/** What the last answer may take at least, also when the time of the run is used up. */
const LAST_ANSWER_MS = 60_000

/** Why a step's signal was aborted: it has taken what time there was. */
class TimeUp extends Error {
  constructor() {
    super('Run time limit reached.')
    this.name = 'TimeUp'
  }
}

interface StepTime {
  /** Aborts with the run's own signal, and with `TimeUp`. */
  readonly signal: AbortSignal
  /** To be called when the step is over. */
  readonly stop: () => void
}

/** Gives one step the time that the run has left. */
function startStepTime({ clock, ledger, limits, signal }: RunContext, isLast: boolean): StepTime {
  const step = new AbortController()
  const pass = () => step.abort(signal.reason)
  if (signal.aborted) pass()
  // Not `AbortSignal.any`: the run's signal would have to look after every step that there ever was.
  else signal.addEventListener('abort', pass, { once: true })
  const left = timeLeft(ledger.progress, limits)
  const stopTimer = clock.after(isLast ? Math.max(left, LAST_ANSWER_MS) : left, () => step.abort(new TimeUp()))
  return {
    signal: step.signal,
    stop: () => {
      stopTimer()
      signal.removeEventListener('abort', pass)
    },
  }
}
