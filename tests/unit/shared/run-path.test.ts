import { describe, expect, it } from 'vitest'
import { pathTo } from '#shared/run-path'

const runs = [
  { id: 'a', parent: null }, { id: 'b', parent: 'a' }, { id: 'b2', parent: 'a' }, { id: 'c', parent: 'b2' }, { id: 'a2', parent: null },
]

describe('pathTo', () => {
  it('leads from the beginning to a run and leaves its siblings out', () => {
    expect(pathTo(runs, 'c').map(run => run.id)).toEqual(['a', 'b2', 'c'])
    expect(pathTo(runs, 'b').map(run => run.id)).toEqual(['a', 'b'])
    expect(pathTo(runs, 'a2').map(run => run.id)).toEqual(['a2'])
  })

  it('is empty for a run that is not there', () => {
    expect(pathTo(runs, 'x')).toEqual([])
    expect(pathTo([], undefined)).toEqual([])
  })
})
