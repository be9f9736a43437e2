import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const ACCEPTANCE_ID = /F\d{3}-A\d+/g
const listed = globSync('.specify/features/*/spec.md').flatMap(file => [...readFileSync(file, 'utf8').matchAll(/^- \*{0,2}(F\d{3}-A\d+)/gm)].map(([, id]) => id))
const named = new Set(globSync('tests/**/*.test.ts').flatMap(file => readFileSync(file, 'utf8').match(ACCEPTANCE_ID) ?? []))

describe('the specs', () => {
  it('list each acceptance id once', () => {
    expect(listed.filter((id, index) => listed.indexOf(id) !== index)).toEqual([])
  })

  it('list only what some test shows', () => {
    expect(listed.length).toBeGreaterThan(0)
    expect(listed.filter(id => !named.has(id ?? ''))).toEqual([])
  })

  it('list everything that a test says it shows', () => {
    expect([...named].filter(id => !listed.includes(id))).toEqual([])
  })
})
