import { describe, expect, it } from 'vitest'
import { createGlobMatcher } from '#server/tools/plugins/filesystem/create-glob-matcher'

describe('createGlobMatcher', () => {
  it.each([
    ['*.md', 'a/b/c.md', true],
    ['*.md', 'a/b/c.mdx', false],
    ['a/*.md', 'a/b/c.md', false],
    ['a/**/*.md', 'a/b/c.md', true],
    ['a/**/*.md', 'a/c.md', true],
    ['**/b/**', 'a/b/c.md', true],
    ['./a/*/c.md', 'a/b/c.md', true],
    ['{x,c}.md', 'a/c.md', true],
    ['q3', 'reports/Q3.csv', true],
    ['a[1].(md)+', 'a[1].(md)+', true],
  ])('%s against %s: %s', (pattern, path, expected) => {
    expect(createGlobMatcher(pattern)(path)).toBe(expected)
  })

  it('answers a pattern that would keep a regular expression busy for ever', () => {
    expect(createGlobMatcher('*a'.repeat(60) + '*b')('a'.repeat(250))).toBe(false)
    expect(createGlobMatcher('**/a/'.repeat(30) + 'b')('a/'.repeat(200))).toBe(false)
  })
})
