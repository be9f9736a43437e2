import { describe, expect, it } from 'vitest'
import { listToolHints } from '~/utils/wording/tool-wording'

describe('listToolHints', () => {
  it('claims nothing about hints that are absent', () => {
    expect(listToolHints({})).toEqual([])
  })

  it('names what a person must know before allowing a call', () => {
    const labels = listToolHints({ readOnlyHint: false, destructiveHint: true, openWorldHint: true }).map(hint => hint.label)
    expect(labels).toEqual(['Writes', 'Destructive', 'External'])
  })

  it('leaves out what a reading tool cannot do', () => {
    expect(listToolHints({ readOnlyHint: true, destructiveHint: true, idempotentHint: true })
      .map(hint => hint.label)).toEqual(['Read-only'])
  })
})
