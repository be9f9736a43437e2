import type { InputIssue, ToolOutcome } from '#shared/tool-outcome'

/** The texts of faults are written for a model: what is wrong, and what would be right. */

export function unknownTool(name: string, offered: readonly string[]): ToolOutcome {
  const there = offered.length > 0 ? `The tools you can call are: ${offered.join(', ')}.` : 'No tools are available in this conversation.'
  return { status: 'unknown-tool', content: text(`There is no tool named "${name}". ${there}`), durationMs: 0 }
}

export function invalidInput(tool: string, issues: readonly InputIssue[]): ToolOutcome {
  const lines = issues.map(issue => `- ${issue.path || '(the arguments)'}: expected ${issue.expected}; got ${issue.got}`)
  return {
    status: 'invalid-input',
    content: text(`The arguments of ${tool} are not valid, so it was not run. Mend them and call again:\n${lines.join('\n')}`),
    issues: [...issues],
    durationMs: 0,
  }
}

export function denied(reason: string, note?: string): ToolOutcome {
  const said = note ? ` The person says: ${note}` : ''
  return {
    status: 'denied',
    content: text(`This call was not allowed and was not run. ${reason}${said} Do not repeat it; go on without it or ask.`),
    ...(note && { note }),
    durationMs: 0,
  }
}

export function failed(message: string, durationMs: number): ToolOutcome {
  return { status: 'failed', content: text(`The tool failed: ${message}`), durationMs }
}

export function timedOut(limitMs: number, durationMs: number): ToolOutcome {
  const message = `The tool did not answer within ${limitMs / 1000} seconds and was stopped. Ask it for less, or go on without it.`
  return { status: 'timed-out', content: text(message), durationMs }
}

/** The tool's own limit, which it says in its own words. */
export function stoppedByItself(message: string, durationMs: number): ToolOutcome {
  return { status: 'timed-out', content: text(message), durationMs }
}

export function cancelled(durationMs: number): ToolOutcome {
  return { status: 'cancelled', content: text('A person stopped the call before it was done.'), durationMs }
}

/** For a call that nobody made: the run ended before. */
export function neverMade(): ToolOutcome {
  return { status: 'cancelled', content: text('The call was not made: the run ended before.'), durationMs: 0 }
}

export function unknownOutcome(durationMs = 0): ToolOutcome {
  const message = 'Patchbay was stopped while this tool ran. Whether it acted is not known: check before you repeat it.'
  return { status: 'unknown', content: text(message), durationMs }
}

function text(value: string) {
  return [{ type: 'text' as const, text: value }]
}
