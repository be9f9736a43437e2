import type { ContentBlock } from '#shared/content'
import type { ToolOutcome } from '#shared/tool-outcome'
import { capContent, capOutcome } from './cap-outcome'
import { cancelled, failed, stoppedByItself, timedOut, unknownOutcome } from './outcomes'
import type { RegisteredTool } from './registry'
import { ToolTimeLimitError, type ToolCallContext, type ToolCallResult } from './tool-source'

export interface RunToolOptions {
  readonly input: Readonly<Record<string, unknown>>
  readonly userId: string
  readonly idempotencyKey: string
  /** Aborts when a person stops it. */
  readonly signal: AbortSignal
  /** Aborts when the process goes down and waits no longer. */
  readonly deadline: AbortSignal
  readonly onProgress: ToolCallContext['onProgress']
  readonly timeoutMs: number
  readonly maxResultBytes: number
}

/** Runs the tool and always answers: whatever it throws, and however long it ignores an abort, becomes an outcome. */
export async function runTool(tool: RegisteredTool, options: RunToolOptions): Promise<ToolOutcome> {
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
    return toOutcome(result, elapsed(), options.maxResultBytes)
  }
  catch (error) {
    if (options.signal.aborted) return cancelled(elapsed())
    if (timeout.signal.aborted) return timedOut(options.timeoutMs, elapsed())
    if (options.deadline.aborted) return unknownOutcome(elapsed())
    const outcome = toErrorOutcome(error, elapsed())
    return { ...outcome, content: capContent(outcome.content, options.maxResultBytes) }
  }
  finally {
    clearTimeout(timer)
  }
}

function toErrorOutcome(error: unknown, durationMs: number): ToolOutcome {
  if (error instanceof ToolTimeLimitError) return stoppedByItself(error.message, durationMs)
  return failed(error instanceof Error ? error.message : String(error), durationMs)
}

/** A tool that does not heed its signal is left behind: the run goes on without it. */
function raceAbort<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason)
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}

function toOutcome({ content, structuredContent, isTextComplete, isError }: ToolCallResult, durationMs: number, maxResultBytes: number): ToolOutcome {
  if (isError) {
    // A failure is told in words alone: one that has none is told as its structure.
    const words = structuredContent !== undefined && content.every(isBlank) ? [{ type: 'text' as const, text: JSON.stringify(structuredContent) }] : content
    return { status: 'failed', content: capContent(words, maxResultBytes), durationMs }
  }
  const structured = structuredContent === undefined ? {} : { structuredContent, ...(isTextComplete && { isTextComplete }) }
  return capOutcome({ status: 'ok', content: [...content], durationMs, ...structured }, maxResultBytes)
}

function isBlank(block: ContentBlock): boolean {
  return block.type === 'text' && block.text.trim() === ''
}
