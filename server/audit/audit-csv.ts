import type { ChainedRow } from '#server/ports/audit-store'
import type { WriteLine } from './export-line'

const BEFORE_BODIES = [
  'seq', 'at', 'kind', 'userId', 'userName', 'conversationId', 'runId', 'step', 'callId', 'executionId', 'tool', 'source',
  'definitionHash', 'success', 'durationMs', 'error',
] as const satisfies readonly (keyof ChainedRow)[]
const AFTER_BODIES = ['inputCommit', 'outputCommit', 'prevHash', 'hash'] as const satisfies readonly (keyof ChainedRow)[]

export const AUDIT_CSV_HEAD = `${[...BEFORE_BODIES, 'input', 'output', ...AFTER_BODIES].join(',')}\n`

/** One record as a line of RFC 4180; bodies are cells of JSON text. */
export const writeCsvLine: WriteLine = async function* (row, openBody) {
  yield BEFORE_BODIES.map(column => `${toCell(row[column])},`).join('')
  for (const side of ['input', 'output'] as const) {
    const body = await openBody(side)
    if (body) yield* writeTextCell(body.parts)
    yield ','
  }
  yield `${AFTER_BODIES.map(column => toCell(row[column])).join(',')}\n`
}

async function* writeTextCell(parts: AsyncIterable<string>): AsyncGenerator<string> {
  let isFirst = true
  for await (const part of parts) {
    yield isFirst ? `"${escapeText(markAsText(part))}` : escapeText(part)
    isFirst = false
  }
  if (!isFirst) yield '"'
}

function toCell(value: string | number | boolean | null): string {
  if (value === null) return ''
  return typeof value === 'string' ? `"${escapeText(markAsText(value))}"` : String(value)
}

/** A spreadsheet would run a cell that begins like this as a formula; behind an apostrophe it is text. */
function markAsText(text: string): string {
  return /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text
}

function escapeText(text: string): string {
  return text.replaceAll('"', '""')
}
