import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

const ACCEPTANCE_ID = /F\d{3}-A\d+/g
const TITLED: ReadonlySet<string> = new Set(['it', 'test', 'describe'])
const NOT_RUN: ReadonlySet<string> = new Set(['skip', 'todo', 'fails'])

const listed = globSync('.specify/features/*/spec.md')
  .flatMap(file => [...readFileSync(file, 'utf8').matchAll(/^- \*{0,2}(F\d{3}-A\d+)/gm)].map(([, id]) => id))
const sources = globSync('tests/**/*.test.ts').map(file => ({ file, source: readFileSync(file, 'utf8') }))
const named = new Set(sources.flatMap(({ file, source }) => readTitles(file, source)).flatMap(title => title.match(ACCEPTANCE_ID) ?? []))

/** First arguments of `it`, `test` and `describe`, as they are written. An id in a comment, a table or a helper shows nothing. */
function readTitles(file: string, source: string): string[] {
  if (source.search(ACCEPTANCE_ID) === -1) return []
  const titles: string[] = []
  const visit = (node: ts.Node) => {
    if (ts.isCallExpression(node) && isTitled(node.expression)) titles.push(node.arguments[0]?.getText() ?? '')
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true))
  return titles
}

/** `it`, `it.concurrent`, or what `it.each(table)` returns; not the call of `it.each` itself, whose argument is the table. */
function isTitled(callee: ts.Expression): boolean {
  if (ts.isIdentifier(callee)) return TITLED.has(callee.text)
  if (ts.isPropertyAccessExpression(callee)) return !NOT_RUN.has(callee.name.text) && !isTable(callee) && isTitled(callee.expression)
  return ts.isCallExpression(callee) && ts.isPropertyAccessExpression(callee.expression) && isTitled(callee.expression.expression)
}

function isTable({ name }: ts.PropertyAccessExpression): boolean {
  return ['each', 'for', 'runIf', 'skipIf'].includes(name.text)
}

describe('the specs', () => {
  it('are each listed in the overview', () => {
    const overview = [...readFileSync('.specify/README.md', 'utf8').matchAll(/^\| (F\d{3}) \|/gm)].map(([, id]) => id)
    expect(overview).toEqual(globSync('.specify/features/*/').map(folder => basename(folder).slice(0, 4)).sort())
  })

  it('list each acceptance id once', () => {
    expect(listed.filter((id, index) => listed.indexOf(id) !== index)).toEqual([])
  })

  it('list only what the title of some test states', () => {
    expect(listed.length).toBeGreaterThan(0)
    expect(listed.filter(id => !named.has(id ?? ''))).toEqual([])
  })

  it('list everything that a test says it shows', () => {
    const mentioned = new Set(sources.flatMap(({ source }) => source.match(ACCEPTANCE_ID) ?? []))
    expect([...mentioned].filter(id => !listed.includes(id))).toEqual([])
  })

  it('count an id in a title alone', () => {
    // Ids are put in only here, so that this file names none.
    const id = (number: number) => `F000-A${number}`
    const sample = `
      // #1
      const ids = ['#2']
      it('one [#3]', () => expect('#4'))
      it.each([['#5']])('%s [#6]', () => {})
      describe.each(table)(\`many [#7]\`, () => test('inner [#8]', { timeout: 1 }, () => {}))
      it.skip('off [#9]', () => {})
      it.skip.each([1])('off [#10]', () => {})
      note('no test [#11]')
      it.runIf(true)('conditional [#12]', () => {})
      it.concurrent('beside [#13]', () => {})`
    const titles = readTitles('sample.test.ts', sample.replace(/#(\d+)/g, (_, number) => id(Number(number))))
    expect(titles.join().match(ACCEPTANCE_ID)).toEqual([3, 6, 7, 8, 12, 13].map(id))
  })
})
