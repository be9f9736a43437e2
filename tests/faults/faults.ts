import { testClock } from './clock'
import { testKills } from './kills'
import type { Findings } from './oracle'
import { testFullDisk, testLocks } from './storage'
import { testStreams } from './streams'

const ROUNDS = 100
const STREAMS_PER_ROUND = 3
const LOCK_SECONDS = [1, 4, 8, 17]

/** `npm run faults`, `npm run faults 10` for fewer rounds, `npm run faults 10 kills clock` for some of them. Answers the exit code. */
export async function runFaults(args: readonly string[]): Promise<number> {
  const rounds = Number(args.find(arg => /^\d+$/.test(arg)) ?? ROUNDS)
  const wanted = args.filter(arg => !/^\d+$/.test(arg))
  const tests: Readonly<Record<string, () => Promise<{ readonly said: string, readonly findings: Findings } | undefined>>> = {
    kills: () => testKills(rounds),
    streams: () => testStreams(rounds * STREAMS_PER_ROUND),
    disk: testFullDisk,
    locks: () => testLocks(LOCK_SECONDS),
    clock: testClock,
  }
  let findings = 0
  for (const [name, test] of Object.entries(tests)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    const tested = await test()
    process.stdout.write(`${name}: ${tested
      ? `${tested.said}; ${describe(tested.findings)}`
      : 'not tested, no disk can be mounted here'}\n`)
    findings += tested ? Object.values(tested.findings).reduce((sum, count) => sum + count, 0) : 0
  }
  return findings > 0 ? 1 : 0
}

function describe(findings: Findings): string {
  return Object.entries(findings).map(([name, count]) => `${name} ${count}`).join(', ')
}
