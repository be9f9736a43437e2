import type { Job } from './job'
import type { Results } from './report'
import type { Sizes } from './sizes'
import { toMedians, type Measurement, type Subject } from './subject'

// Long enough for the engine to compile what a server runs all day.
const WARM_UP: Job = { prompt: 'turn', turns: 2400, parallel: 16 }
const ONE: Job = { prompt: 'turn', turns: 640, parallel: 1 }
const SIXTEEN: Job = { prompt: 'turn', turns: 640, parallel: 16 }
const SHORT_ONE: Job = { ...ONE, prompt: 'turn in short' }
const SHORT_SIXTEEN: Job = { ...SIXTEEN, prompt: 'turn in short' }
const FLOOD: Job = { prompt: 'deltas', turns: 16, parallel: 1 }
const SMALL: Job = { prompt: 'arguments 65536', turns: 8, parallel: 1 }
const LARGE: Job = { prompt: 'arguments 262144', turns: 8, parallel: 1 }

/**
 * Lets each subject play a job in turn, so that nobody is measured while another one works, and what else the machine
 * does meets all of them alike.
 */
async function playInTurn(subjects: readonly Subject[], job: Job, { rounds: count, share }: Sizes): Promise<Measurement[]> {
  const rounds: Measurement[][] = []
  for (let round = 0; round < count; round += 1) {
    const measured: Measurement[] = []
    for (const subject of subjects) measured.push(await subject.play({ ...job, turns: Math.ceil(share * job.turns / count) }))
    rounds.push(measured)
  }
  return subjects.map((_subject, index) => toMedians(rounds.map(measured => measured[index]!)))
}

export async function playAll(subjects: readonly Subject[], sizes: Sizes): Promise<Results[]> {
  for (const subject of subjects) await subject.play({ ...WARM_UP, turns: Math.ceil(sizes.share * WARM_UP.turns) })
  const one = await playInTurn(subjects, ONE, sizes)
  const sixteen = await playInTurn(subjects, SIXTEEN, sizes)
  const shortOne = await playInTurn(subjects, SHORT_ONE, sizes)
  const shortSixteen = await playInTurn(subjects, SHORT_SIXTEEN, sizes)
  for (const subject of subjects) await subject.play({ ...FLOOD, turns: 3 })
  const flood = await playInTurn(subjects, FLOOD, sizes)
  for (const subject of subjects) await subject.play({ ...SMALL, turns: 2 })
  const small = await playInTurn(subjects, SMALL, sizes)
  const large = await playInTurn(subjects, LARGE, sizes)
  return subjects.map((_subject, index) => ({
    one: one[index]!, sixteen: sixteen[index]!, shortOne: shortOne[index]!, shortSixteen: shortSixteen[index]!,
    flood: flood[index]!, small: small[index]!, large: large[index]!,
  }))
}
