import { describe, expect, it } from 'vitest'
import { placePopover } from '~/utils/place-popover'

const openerAt = (top: number, left = 300) => ({ top, bottom: top + 28, left })

describe('placePopover', () => {
  it('opens on the wanted side where there is space', () => {
    expect(placePopover({
      opener: openerAt(300), window: { width: 1440, height: 900 }, wanted: 'bottom',
    })).toEqual({ side: 'bottom', spacePx: 448, shiftPx: 0 })
  })

  it('fits between the header and the end of any window from 600 pixels on, on either side [F008-A51]', () => {
    for (const height of [600, 700, 768, 900]) {
      for (let top = 48; top + 28 <= height; top += 20) {
        for (const wanted of ['top', 'bottom'] as const) {
          const { side, spacePx } = placePopover({ opener: openerAt(top), window: { width: 1024, height }, wanted })
          const [from, to] = side === 'top' ? [top - 8 - spacePx, top - 8] : [top + 36, top + 36 + spacePx]
          expect(from).toBeGreaterThanOrEqual(48)
          expect(to).toBeLessThanOrEqual(height)
          expect(spacePx).toBeGreaterThanOrEqual(200)
        }
      }
    }
  })

  it('moves to the left where it would leave the window', () => {
    expect(placePopover({ opener: openerAt(300, 500), window: { width: 800, height: 900 }, wanted: 'top' }).shiftPx).toBe(92)
  })
})
