import type { AuditRecord } from '#shared/audit'

const COLUMNS = [
  'seq', 'at', 'kind', 'userId', 'userName', 'conversationId', 'runId', 'step', 'callId', 'executionId', 'tool', 'source',
  'definitionHash', 'success', 'durationMs', 'error', 'input', 'output', 'inputCommit', 'outputCommit', 'prevHash', 'hash',
] as const satisfies readonly (keyof AuditRecord)[]

export const AUDIT_CSV_HEAD = `${COLUMNS.join(',')}\n`

/** One record as a line of RFC 4180, without its line end; bodies are cells of JSON text. */
export function toCsvLine(record: AuditRecord): string {
  return COLUMNS.map(column => toCell(record[column])).join(',')
}

function toCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  // A spreadsheet would run a cell that begins like this as a formula; behind an apostrophe it is text.
  const safe = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}
