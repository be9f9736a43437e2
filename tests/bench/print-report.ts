import { cpus } from 'node:os'
import { readAims } from './aims'
import type { Report } from './report'
import { toServerTable, toTranslationTable, toTurnTable } from './tables'

const SERVER_HEAD = 'A whole server. The floor on disk is a table with one row and one commit per event.'

/** Answers the exit code: 1 when an aim has no figure. */
export function printReport(report: Report): number {
  const aims = readAims(report)
  const [cpu] = cpus()
  process.stdout.write([
    `${cpus().length} x ${cpu?.model.trim()}, node ${process.version}, ${process.platform}-${process.arch}`,
    'Per turn, against a scripted model over HTTP on this machine. Ratios are to the bare SDK loop; those of Patchbay to the HTTP floor.',
    '',
    ...toTurnTable(report),
    '',
    ...(report.server ? [SERVER_HEAD, '', ...toServerTable(report.server), ''] : []),
    'Writing a request, in multiples of JSON.stringify of its tools.',
    '',
    ...toTranslationTable(report),
    '',
    ...aims.map(({ text, isMet, isMissing }) => `${isMissing ? 'absent' : isMet ? 'met   ' : 'missed'}  ${text}`),
    '',
  ].join('\n'))
  return aims.some(({ isMissing }) => isMissing) ? 1 : 0
}
