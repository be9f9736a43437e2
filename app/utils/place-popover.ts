export interface PopoverPlace {
  readonly side: 'top' | 'bottom'
  /** The height it may have without leaving the window. */
  readonly spacePx: number
  /** How far it moves to the left, so that its right edge stays in the window. */
  readonly shiftPx: number
}

interface PlacedIn {
  readonly opener: { readonly top: number, readonly bottom: number, readonly left: number }
  readonly window: { readonly width: number, readonly height: number }
  readonly wanted: 'top' | 'bottom'
}

const GAP_PX = 8
const EDGE_PX = 8
/** The bar above every screen; what scrolls beneath it is cut off there. */
const HEADER_PX = 48
const WIDTH_PX = 384
const TALLEST_PX = 448

/** Where a panel beside its opener fits: on the wanted side, unless there is too little space there and more on the other. */
export function placePopover({ opener, window, wanted }: PlacedIn): PopoverPlace {
  const space = {
    top: opener.top - GAP_PX - HEADER_PX - EDGE_PX,
    bottom: window.height - opener.bottom - GAP_PX - EDGE_PX,
  }
  const other = wanted === 'top' ? 'bottom' : 'top'
  const side = space[wanted] < TALLEST_PX && space[other] > space[wanted] ? other : wanted
  return {
    side,
    spacePx: Math.max(0, Math.min(TALLEST_PX, space[side])),
    shiftPx: Math.max(0, opener.left + WIDTH_PX + EDGE_PX - window.width),
  }
}
