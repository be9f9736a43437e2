import type { ToolDefinition } from '#shared/tool'
import { describeResult } from './describe-result'
import { explainNoFit } from './introduce'
import type { Finding, FinishedCall } from './plan'
import type { Step } from './plan-step'
import { readText, type Exchange } from './read-turn'
import { cutToWords } from './summarise-text'

const ERROR_WORDS = 60

/** The last answer of a turn, made from outcomes only. */
export function composeAnswer({ findings, unmet }: Step, tools: readonly ToolDefinition[]): string {
  const parts = findings.map((finding, index) => describeFinding(finding, findings.slice(index + 1))).filter(part => part !== '')
  if (parts.length === 0) return explainNoFit(tools)
  const left = unmet.map(clause => `I found no tool for "${clause}".`)
  return [...parts, ...left].join('\n\n')
}

/** At a limit the model is asked once more, without tools: it tells what it has. */
export function composeFromExchanges(exchanges: readonly Exchange[]): string {
  const parts = exchanges.map(({ name, outcome }) => outcome.status === 'ok'
    ? `\`${name}\`: ${describeResult(outcome)}`
    : `\`${name}\` ${describeStatus(outcome.status)}.`)
  return `I have to stop here because no more tools are offered. This is what I have:\n\n${parts.join('\n\n')}`
}

function describeFinding(finding: Finding, later: readonly Finding[]): string {
  switch (finding.kind) {
    case 'result': return describeCalls(finding, later)
    case 'summary': return `Summary in at most ${finding.words} words: ${finding.text}`
    case 'failed': return [...finding.calls.map(describeError), ...describeHint(finding.hint)].join('\n\n')
    case 'missing': return `I would use \`${finding.tool}\` for "${finding.clause}", but your request does not tell me ${finding.properties
      .map(name => `\`${name}\``)
      .join(' and ')}. Please say it and I will try again.`
    case 'skipped': return `I left out "${finding.clause}": ${finding.because}.`
  }
}

function describeCalls({ clause, calls, table, records }: Extract<Finding, { kind: 'result' }>, later: readonly Finding[]): string {
  // A text that was only read to be summarised is not repeated.
  if (later[0]?.kind === 'summary') return `I read ${calls.map(({ call }) => readSubject(call.arguments)).join(' and ')}.`
  if (table !== undefined) {
    const last = calls.at(-1)
    const count = records.length === 1 ? '' : ` (${records.length} rows)`
    return last ? `From \`${table}\`${count}:\n\n${describeResult(last.outcome)}` : ''
  }
  const described = calls.map(describeCall).join('\n\n')
  return calls.length === 1 && isExpression(calls[0]) && /\btotal\b/i.test(clause) ? `Total: ${described}` : described
}

function isExpression(finished: FinishedCall | undefined): boolean {
  return typeof finished?.call.arguments.expression === 'string'
}

function describeCall({ call, outcome }: FinishedCall): string {
  if (outcome.status !== 'ok') return describeError({ call, outcome })
  const expression = call.arguments.expression
  const result = typeof expression === 'string' ? `\`${expression}\` = **${readCalculated(outcome)}**` : describeResult(outcome)
  return [result, ...describeNote(outcome)].join('\n\n')
}

function describeNote({ note }: FinishedCall['outcome']): string[] {
  return note ? [`The note says: ${note}`] : []
}

function describeHint(hint: FinishedCall | undefined): string[] {
  return hint?.outcome.status === 'ok' ? [`This is what \`${hint.call.tool.name}\` shows instead:\n\n${describeResult(hint.outcome)}`] : []
}

function readCalculated(outcome: FinishedCall['outcome']): string {
  const text = readText(outcome.content).trim()
  return /=\s*([^\s=]+)$/.exec(text)?.[1] ?? text
}

function readSubject(filled: Readonly<Record<string, unknown>>): string {
  return `\`${String(Object.values(filled)[0] ?? 'it')}\``
}

function describeError({ call, outcome }: FinishedCall): string {
  const name = `\`${call.tool.name}\``
  const note = describeNote(outcome).map(text => ` ${text}`).join('')
  if (outcome.status === 'denied') return `I was not allowed to use ${name}, so this was not done: ${call.purpose}.${note}`
  const said = readErrorText(outcome)
  return `${name} ${describeStatus(outcome.status)}${said === '' ? '.' : `: ${cutToWords(said, ERROR_WORDS)}`}${note}`
}

/** Without the tool's name in front, and the advice to a model that stands last. */
function readErrorText({ status, content }: FinishedCall['outcome']): string {
  const hasAdvice = status === 'failed' || status === 'timed-out'
  return readText(hasAdvice ? content.slice(0, -1) : content).replace(/^\S+ (?:failed|was stopped): /, '')
}

function describeStatus(status: FinishedCall['outcome']['status']): string {
  switch (status) {
    case 'ok': return 'worked'
    case 'unknown-tool': return 'is not there any more'
    case 'invalid-input': return 'did not accept my arguments'
    case 'denied': return 'was not allowed'
    case 'timed-out': return 'took too long'
    case 'failed': return 'failed'
    case 'cancelled': return 'was cancelled'
    case 'unknown': return 'may or may not have run'
  }
}
