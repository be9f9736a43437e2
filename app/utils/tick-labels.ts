import { formatDuration } from './format-time'
import type { WaterfallTick } from './waterfall-layout'

/** Of the axis' monospaced text of 11 px. */
const CHARACTER_PX = 6.7
const GAP_PX = 8

export interface TickLabel extends WaterfallTick { readonly text: string }

/** The ticks whose labels touch neither each other nor the end of the axis. The first begins at its tick, others are centred. */
export function fitTickLabels(ticks: readonly WaterfallTick[], widthPx: number): readonly TickLabel[] {
  const fitting: TickLabel[] = []
  let usedPx = -Infinity
  ticks.forEach((tick, index) => {
    const text = tick.elapsedMs ? formatDuration(tick.elapsedMs) : '0'
    const labelPx = text.length * CHARACTER_PX
    const startPx = tick.at * widthPx - (index === 0 ? 0 : labelPx / 2)
    if (startPx < usedPx + GAP_PX || startPx + labelPx + GAP_PX > widthPx) return
    usedPx = startPx + labelPx
    fitting.push({ ...tick, text })
  })
  return fitting
}
