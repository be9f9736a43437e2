import { existsSync, readFileSync, statSync } from 'node:fs'
import { expect, it } from 'vitest'

/** The rows of the table: a word, and the paths behind it. */
function readRows(): { readonly word: string, readonly paths: readonly string[] }[] {
  const [, table = ''] = /## Find your way\n\n([^]*?)\n\n/.exec(readFileSync('README.md', 'utf8')) ?? []
  return table.split('\n').slice(2).map((row) => {
    const [, word = '', places = ''] = row.split('|').map(cell => cell.trim())
    return { word, paths: [...places.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path) }
  })
}

it('the words of the README lead to files that exist, the first of which holds the word', () => {
  const rows = readRows()

  expect(rows.length).toBeGreaterThan(10)
  for (const { word, paths: [first = '', ...others] } of rows) {
    expect([word, ...[first, ...others].filter(path => !existsSync(path))]).toEqual([word])
    const text = statSync(first).isFile() ? readFileSync(first, 'utf8') : 'migrations'
    expect([word, `${first}\n${text}`.toLowerCase().includes(word.toLowerCase())]).toEqual([word, true])
  }
})
