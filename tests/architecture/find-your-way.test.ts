import { existsSync, readFileSync, statSync } from 'node:fs'
import { expect, it } from 'vitest'

/** The rows of the table: a term, and the paths behind it. */
function readRows(): { readonly term: string, readonly paths: readonly string[] }[] {
  const [, table = ''] = /## Find your way\n\n([^]*?)\n\n/.exec(readFileSync('README.md', 'utf8')) ?? []
  return table.split('\n').slice(2).map((row) => {
    const [, term = '', places = ''] = row.split('|').map(cell => cell.trim())
    return { term, paths: [...places.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path) }
  })
}

it('the words of the README lead to files that exist, the first of which holds the term', () => {
  const rows = readRows()

  expect(rows.length).toBeGreaterThan(10)
  for (const { term, paths: [first = '', ...others] } of rows) {
    expect([term, ...[first, ...others].filter(path => !existsSync(path))]).toEqual([term])
    const text = statSync(first).isFile() ? readFileSync(first, 'utf8') : 'migrations'
    expect([term, `${first}\n${text}`.toLowerCase().includes(term.toLowerCase())]).toEqual([term, true])
  }
})
