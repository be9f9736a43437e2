import { describe, expect, it } from 'vitest'
import { fitTickLabels } from '~/utils/tick-labels'

const TICKS = [{ at: 0, elapsedMs: 0 }, { at: 0.3, elapsedMs: 65_000 }, { at: 0.6, elapsedMs: 130_000 }, { at: 0.9, elapsedMs: 195_000 }]
const textsAt = (widthPx: number) => fitTickLabels(TICKS, widthPx).map(label => label.text)

describe('the labels of the time axis', () => {
  it('are all shown on a wide axis, without those that would run over its end [F008-A148]', () => {
    expect(textsAt(400)).toEqual(['0', '1 min 05 s', '2 min 10 s'])
    expect(textsAt(600)).toEqual(['0', '1 min 05 s', '2 min 10 s', '3 min 15 s'])
  })

  it('leave out those that would touch the one before [F008-A148]', () => {
    expect(textsAt(160)).toEqual(['0', '2 min 10 s'])
    expect(textsAt(40)).toEqual(['0'])
  })
})
