import { expect, it } from 'vitest'
import type { RunLease } from '#server/ports/run-store'
import { RunLeases } from '#server/runs/worker/run-leases'
import { createManualClock } from '../../../../support/manual-clock'

function createLeases() {
  const clock = createManualClock()
  const renewed: { readonly runIds: readonly string[], readonly lease: RunLease }[] = []
  const store = { renewLeases: async (runIds: readonly string[], lease: RunLease) => void renewed.push({ runIds, lease }) }
  const leases = new RunLeases({ owner: 'me', store, clock, now: () => new Date(clock.now()) })
  return { clock, leases, renewed }
}

it('lets a run count as worked on for a minute from now', () => {
  const { leases } = createLeases()
  expect(leases.current()).toEqual({ owner: 'me', expiresAt: '1970-01-01T00:01:00.000Z' })
})

it('renews all runs at work with one write, every twenty seconds and no sooner [F005-A72]', () => {
  const { clock, leases, renewed } = createLeases()
  leases.hold('a')
  leases.hold('b')
  clock.passTime(19_999)
  expect(renewed).toEqual([])
  clock.passTime(1)
  leases.release('a')
  clock.passTime(20_000)
  expect(renewed).toEqual([
    { runIds: ['a', 'b'], lease: { owner: 'me', expiresAt: '1970-01-01T00:01:20.000Z' } },
    { runIds: ['b'], lease: { owner: 'me', expiresAt: '1970-01-01T00:01:40.000Z' } },
  ])
})

it('writes nothing for runs that are shorter than that, nor when nothing is at work [F005-A72]', () => {
  const { clock, leases, renewed } = createLeases()
  for (const id of ['a', 'b']) {
    leases.hold(id)
    clock.passTime(15_000)
    leases.release(id)
  }
  clock.passTime(3_600_000)
  expect(renewed).toEqual([])
})
