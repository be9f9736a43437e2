import type { ContentBlock } from '#shared/content'
import type { ToolOutcome } from '#shared/tool-outcome'
import { capContent, capOutcome } from './cap-outcome'
import { cancelled, failed, reportedError, timedOut, timedOutByTool, unknownOutcome } from './outcomes'
import type { RegisteredTool } from './registered-tool'
import { ToolError, ToolTimeLimitError, type ToolCallContext, type ToolCallResult } from './tool-source'

/** The part of the limit that is reserved for the remedy at the end of an error; a tool's name has 128 characters at most. */
const REMEDY_BYTES = 400

export interface RunToolOptions {
  readonly input: Readonly<Record<string, unknown>>
  readonly userId: string
  readonly idempotencyKey: string
  /** Aborts when a person stops it. */
  readonly signal: AbortSignal
  /** Aborts when the process shuts down and no longer waits. */
  readonly deadline: AbortSignal
  readonly onProgress: ToolCallContext['onProgress']
  readonly timeoutMs: number
  readonly maxResultBytes: number
}

/** Runs the tool and always returns an outcome, also when it throws or ignores an abort. */
export async function runTool(tool: RegisteredTool, options: RunToolOptions): Promise<ToolOutcome> {
  const { name } = tool.definition
  const startedAt = performance.now()
  const elapsed = () => Math.round((performance.now() - startedAt) * 1000) / 1000
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(new Error('time limit')), options.timeoutMs)
  const signal = AbortSignal.any([options.signal, options.deadline, timeout.signal])
  try {
    options.signal.throwIfAborted()
    const { userId, idempotencyKey, onProgress } = options
    const call = tool.source.callTool(tool.originalName, options.input, { userId, signal, idempotencyKey, onProgress })
    const result = await raceAbort(call, signal)
    return toOutcome(name, result, { durationMs: elapsed(), maxResultBytes: options.maxResultBytes })
  }
  catch (error) {
    if (options.signal.aborted) return cancelled(elapsed())
    if (timeout.signal.aborted) return timedOut(name, { limitMs: options.timeoutMs, mayRepeat: mayRepeat(tool), durationMs: elapsed() })
    if (options.deadline.aborted) return unknownOutcome(elapsed())
    return capError(toErrorOutcome(name, error, elapsed()), options.maxResultBytes)
  }
  finally {
    clearTimeout(timer)
  }
}

function mayRepeat({ definition: { annotations } }: RegisteredTool): boolean {
  return annotations.readOnlyHint === true || annotations.idempotentHint === true
}

function toErrorOutcome(name: string, error: unknown, durationMs: number): ToolOutcome {
  if (error instanceof ToolTimeLimitError) return timedOutByTool(name, error.message, durationMs)
  const remedy = error instanceof ToolError ? error.remedy : 'tell-person'
  return failed(name, { message: error instanceof Error ? error.message : String(error), remedy, durationMs })
}

/** Does not wait for a tool that ignores its signal: the run continues without it. */
function raceAbort<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason)
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}

interface ResultLimits { readonly durationMs: number, readonly maxResultBytes: number }

function toOutcome(name: string, result: ToolCallResult, { durationMs, maxResultBytes }: ResultLimits): ToolOutcome {
  const { content, structuredContent, isTextComplete, isError } = result
  if (isError) {
    // The outcome of an error has no structured content, so an error without text is written out as JSON.
    const isStructured = structuredContent !== undefined && content.every(isBlank)
    const report = isStructured ? [{ type: 'text' as const, text: JSON.stringify(structuredContent) }] : content
    return capError(reportedError(name, report, durationMs), maxResultBytes)
  }
  const structured = structuredContent === undefined ? {} : { structuredContent, ...(isTextComplete && { isTextComplete }) }
  return capOutcome({ status: 'ok', content: [...content], durationMs, ...structured }, maxResultBytes)
}

/** Keeps the last block, the remedy, whole. */
function capError(outcome: ToolOutcome, maxBytes: number): ToolOutcome {
  return { ...outcome, content: [...capContent(outcome.content.slice(0, -1), maxBytes - REMEDY_BYTES), ...outcome.content.slice(-1)] }
}

function isBlank(block: ContentBlock): boolean {
  return block.type === 'text' && block.text.trim() === ''
}
