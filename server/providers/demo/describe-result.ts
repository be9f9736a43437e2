import type { ToolOutcome } from '#shared/tool-outcome'
import { isRecord, readRecords, readStructured, type DataRecord } from './read-records'
import { readText } from './read-turn'
import { cutToWords } from './summarise-text'
import { splitWords } from './word-forms'

const SHOWN_ROWS = 10
const SHOWN_WORDS = 150
const SHOWN_LINES = 30

/** A good outcome as a person reads it: rows as a table, facts as a line, text as it is. */
export function describeResult(outcome: ToolOutcome): string {
  const data = readStructured(outcome)
  if (isRecord(data) && Array.isArray(data.columns)) return describeRows(readRecords(outcome))
  const text = readText(outcome.content).trim()
  // Most tools write a sentence of their own beside their data, and write it better than a rule could.
  if (text === '' || /^[[{]/.test(text)) {
    if (isRecord(data) && Object.values(data).every(value => !isRecord(value) && !Array.isArray(value))) return describeFacts(data)
    const records = readRecords(outcome)
    if (records.length > 0 && !records.includes(isRecord(data) ? data : {})) return describeRows(records)
  }
  if (text === '') return describeOtherContent(outcome)
  return shorten(text)
}

function describeRows(records: readonly DataRecord[]): string {
  const first = records[0]
  if (!first) return 'No rows were found.'
  const columns = Object.keys(first)
  if (records.length === 1 && columns.length === 1) return `${humanise(columns[0] ?? '')}: **${format(first[columns[0] ?? ''])}**`
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const rows = records.slice(0, SHOWN_ROWS).map(record => line(columns.map(column => format(record[column]).replaceAll('|', '\\|'))))
  const more = records.length > SHOWN_ROWS ? [`\nThese are ${SHOWN_ROWS} of ${records.length} rows.`] : []
  return [line(columns), line(columns.map(() => '---')), ...rows, ...more].join('\n')
}

/** `{ city: 'Paris', temperatureC: 18 }` becomes "Paris: temperature 18 °C". */
function describeFacts(facts: DataRecord): string {
  const entries = Object.entries(facts).filter(([, value]) => value !== null && value !== undefined && value !== '')
  const [subject, ...rest] = entries
  if (!subject) return 'The result is empty.'
  if (typeof subject[1] !== 'string' || rest.length === 0) return entries.map(describeFact).join(', ')
  return `**${subject[1]}**: ${rest.map(describeFact).join(', ')}`
}

function describeFact([key, value]: readonly [string, unknown]): string {
  const unit = /C$/.test(key) && typeof value === 'number' ? ' °C' : ''
  return `${humanise(unit ? key.slice(0, -1) : key)} ${format(value)}${unit}`
}

function humanise(key: string): string {
  return splitWords(key).map(word => word.toLowerCase()).join(' ')
}

function format(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function shorten(text: string): string {
  const lines = text.split('\n')
  if (lines.length > 1) {
    const more = lines.length > SHOWN_LINES ? `\n… and ${lines.length - SHOWN_LINES} more lines` : ''
    return `\`\`\`\n${lines.slice(0, SHOWN_LINES).join('\n').replaceAll('```', '\'\'\'')}${more}\n\`\`\``
  }
  return cutToWords(text, SHOWN_WORDS)
}

function describeOtherContent({ content }: ToolOutcome): string {
  const kinds = [...new Set(content.map(block => block.type.replace('_', ' ')))]
  return kinds.length > 0 ? `It returned ${kinds.join(' and ')} content, which is in the tool card.` : 'It returned nothing.'
}
