import { setTimeout as sleep } from 'node:timers/promises'
import { followRun, openConversation, type HttpTarget } from './http-subject'
import { readSharedClock } from './shared-clock'
import type { Sizes } from './sizes'
import { readMemory } from './streams'
import { percentile } from './subject'

export interface StartTimes {
  /** From the start of the process until the first delta of its first run. */
  readonly firstDeltaMs: number
  /** Resident memory some seconds later. */
  readonly idleBytes: number
}

type Started = HttpTarget & { readonly end: () => unknown }

/** Starts a server some times, each with an empty data folder. */
export async function measureStart(start: () => Promise<Started>, { starts, settleMs }: Sizes): Promise<StartTimes> {
  const measured: StartTimes[] = []
  while (measured.length < starts) measured.push(await startOnce(start, settleMs))
  return {
    firstDeltaMs: percentile(measured.map(({ firstDeltaMs }) => firstDeltaMs), 0.5),
    idleBytes: percentile(measured.map(({ idleBytes }) => idleBytes), 0.5),
  }
}

async function startOnce(start: () => Promise<Started>, settleMs: number): Promise<StartTimes> {
  const startedAt = readSharedClock()
  const server = await start()
  try {
    let firstDeltaMs = 0
    await followRun(server, { conversationId: await openConversation(server), prompt: 'turn in short' }, {
      onText: () => firstDeltaMs ||= readSharedClock() - startedAt,
    })
    await sleep(settleMs)
    return { firstDeltaMs, idleBytes: readMemory(server.pid, 'VmRSS') }
  }
  finally {
    await server.end()
  }
}
