import { createDeltaTimer, playTurns } from './job'
import { createSdkLoop } from './sdk-loop'
import { answerWith } from './worker-process'

// The floor of the processor time: the SDK loop alone, without a server.
const [baseURL = '', workspace = ''] = process.argv.slice(2)
const playTurn = await createSdkLoop(baseURL, workspace)

answerWith(job => playTurns(job, async () => {
  const timer = createDeltaTimer()
  await playTurn(job.prompt, timer.count)
  return timer.times
}))
