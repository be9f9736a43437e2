import { describe, expect, it, vi } from 'vitest'
import { readAims } from '../../bench/aims'
import { printReport } from '../../bench/print-report'
import type { Report, Results } from '../../bench/report'
import type { ServerTimes } from '../../bench/server-times'

const measurement = { cpuMs: 1, wallMs: 1, firstDeltaMs: 1, deltasPerSecond: 1 }
const results: Results = {
  one: measurement, sixteen: measurement, shortOne: measurement, shortSixteen: measurement,
  flood: measurement, small: measurement, large: measurement,
}
const slower: Results = { ...results, one: { ...measurement, cpuMs: 1.7, firstDeltaMs: 2 } }
const times: ServerTimes = {
  slowToolsMs: 107,
  streams: [{ count: 300, firstDeltaMs: 300, delayMs: 50, wallMs: 2100, peakBytes: 1024 }],
  start: { firstDeltaMs: 1000, idleBytes: 1024 },
}
const use = { logBytes: 1024, keptBytes: 1024 }
const report: Report = {
  floor: results, loop: results, translation: [],
  server: { floor: slower, app: slower, disk: { app: use, floor: use }, times: { app: times, floor: times } },
}

describe('the aims of the bench', () => {
  it('are met or missed by the figures of one report', () => {
    const slowTools = { ...report.server!, times: { floor: times, app: { ...times, slowToolsMs: 109 } } }
    const missed = readAims({ ...report, server: slowTools }).filter(({ isMet }) => !isMet)
    expect(readAims(report).filter(({ isMet }) => !isMet)).toEqual([])
    expect(missed.map(({ text }) => text)).toEqual(['Patchbay: 8 tools of 100 ms at once ms at most 108: 109.0, 1.02x of the floor'])
  })

  it('compare the processor time of a turn with the HTTP floor', () => {
    const app = { ...slower, one: { ...measurement, cpuMs: 3.1, firstDeltaMs: 2 } }
    const missed = readAims({ ...report, server: { ...report.server!, app } }).filter(({ isMet }) => !isMet)
    expect(missed.map(({ text }) => text)).toEqual([
      'Patchbay: cpu per tool turn, answered in 200 words, at most 1.8x of the HTTP floor: 1.82',
    ])
  })

  it.each(['floor', 'app'] as const)('have a figure of each side, or the bench ends with code 1: %s [F005-A80]', (side) => {
    const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    const broken = { floor: times, app: times, [side]: { ...times, slowToolsMs: Number.NaN } }
    expect(printReport(report)).toBe(0)
    expect(printReport({ ...report, server: { ...report.server!, times: broken } })).toBe(1)
    expect(write.mock.lastCall?.[0]).toContain('absent  Patchbay: 8 tools of 100 ms at once ms')
  })
})
