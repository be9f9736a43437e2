import type { Finding, FinishedCall } from './plan'
import { readRecords } from './read-records'
import { readText } from './read-turn'

/** A wish failed only when all of its calls did; otherwise the answer tells the good ones from the bad. */
export function toFinding(clause: string, calls: readonly FinishedCall[], table?: string): Finding {
  const succeeded = calls.filter(({ outcome }) => outcome.status === 'ok')
  const last = calls.at(-1)
  if (succeeded.length === 0 || (table !== undefined && last?.outcome.status !== 'ok')) {
    return { kind: 'failed', clause, calls: calls.filter(({ outcome }) => outcome.status !== 'ok') }
  }
  // Of a chain of queries only the last is the result; calls side by side all are.
  const results = table !== undefined && last ? [last] : succeeded
  return {
    kind: 'result',
    clause,
    calls,
    ...(table !== undefined && { table }),
    records: results.flatMap(({ outcome }) => readRecords(outcome)),
    text: results.map(({ outcome }) => readText(outcome.content)).join('\n\n'),
  }
}
