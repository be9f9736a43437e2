import type { ContentBlock } from '#shared/content'
import type { InputIssue, ToolOutcome } from '#shared/tool-outcome'
import type { Remedy } from './tool-source'

/** Error texts are written for a model: what is wrong, and how to correct it. */

export function unknownTool(name: string, offered: readonly string[]): ToolOutcome {
  const there = offered.length > 0 ? `The tools you can call are: ${offered.join(', ')}.` : 'No tools are available in this conversation.'
  return { status: 'unknown-tool', content: text(`There is no tool named "${name}". ${there}`), durationMs: 0 }
}

export function invalidInput(tool: string, issues: readonly InputIssue[]): ToolOutcome {
  const lines = issues.map(issue => `- ${issue.path || '(the arguments)'}: expected ${issue.expected}; got ${issue.got}`)
  return {
    status: 'invalid-input',
    content: text(`The arguments of ${tool} are not valid, so it was not run. Fix them and call again:\n${lines.join('\n')}`),
    issues: [...issues],
    durationMs: 0,
  }
}

export function denied(reason: string, note?: string): ToolOutcome {
  const said = note ? ` The person says: ${note}` : ''
  // What the model should do is a block of its own, which screens leave out.
  return {
    status: 'denied',
    content: text(`Not run. ${reason}${said}`, 'Do not repeat this call; go on without it or ask.'),
    ...(note && { note }),
    durationMs: 0,
  }
}

const REMEDIES: Readonly<Record<Remedy, string>> = {
  'change-arguments': 'Correct the arguments and call it again.',
  'retry-later': 'Call it once more later; if it fails again, tell the person.',
  'tell-person': 'Do not repeat the call; tell the person about it.',
}

interface ToolErrorDetails {
  readonly message: string
  readonly remedy: Remedy
  readonly durationMs: number
}

/** The remedy is the last block, so that it can be kept whole when the message is cut. */
export function failed(tool: string, { message, remedy, durationMs }: ToolErrorDetails): ToolOutcome {
  return { status: 'failed', content: text(`${tool} failed: ${message}`, REMEDIES[remedy]), durationMs }
}

/** For an error that the tool reports in its result, which does not say whether the arguments caused it. */
export function reportedError(tool: string, report: readonly ContentBlock[], durationMs: number): ToolOutcome {
  const remedy = `${tool} failed. Correct the arguments if they caused it; otherwise tell the person about it.`
  return { status: 'failed', content: [...report, ...text(remedy)], durationMs }
}

interface ToolTimeout {
  readonly limitMs: number
  /** Whether a second call has no effect beyond that of the first. */
  readonly mayRepeat: boolean
  readonly durationMs: number
}

export function timedOut(tool: string, { limitMs, mayRepeat, durationMs }: ToolTimeout): ToolOutcome {
  const remedy = mayRepeat ? 'Ask it for less, or call it once more later.' : 'It may have acted: check that before you call it again.'
  const message = `${tool} did not answer within ${limitMs / 1000} seconds and was stopped.`
  return { status: 'timed-out', content: text(message, remedy), durationMs }
}

/** For a time limit of the tool's own, with the tool's message. */
export function timedOutByTool(tool: string, message: string, durationMs: number): ToolOutcome {
  const remedy = 'Call it again with arguments that ask for less.'
  return { status: 'timed-out', content: text(`${tool} was stopped: ${message}`, remedy), durationMs }
}

export function cancelled(durationMs: number): ToolOutcome {
  return { status: 'cancelled', content: text('A person stopped the call before it was done.'), durationMs }
}

/** For a call whose run ended before it started. */
export function notStarted(): ToolOutcome {
  return { status: 'cancelled', content: text('Not started: the run ended first.'), durationMs: 0 }
}

export function unknownOutcome(durationMs = 0): ToolOutcome {
  const message = 'Patchbay was stopped while this tool ran. Whether it acted is not known: check before you repeat it.'
  return { status: 'unknown', content: text(message), durationMs }
}

function text(...values: readonly string[]): ContentBlock[] {
  return values.map(value => ({ type: 'text', text: value }))
}
