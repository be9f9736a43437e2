import type { QueryRows } from './run-query'

/** Rows as a Markdown table, which models read well and people see as one. */
export function toMarkdownTable({ columns, rows }: QueryRows): string {
  const lines = [columns, columns.map(() => '---'), ...rows]
  return lines.map(cells => `| ${cells.map(toCell).join(' | ')} |`).join('\n')
}

function toCell(value: string | number | null): string {
  return String(value ?? 'NULL').replaceAll('\\', '\\\\').replaceAll('|', '\\|').replace(/\r?\n/g, '\\n')
}
