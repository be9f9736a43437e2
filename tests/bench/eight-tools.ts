import { followRun, openConversation, type HttpTarget } from './http-subject'
import { percentile } from './subject'

const WARM_UP = 5

/**
 * Milliseconds from the model's answer with the slow calls until its next request: that is what a run needs for checking,
 * recording and running them all. The scripted model measures it and says it in its answer.
 */
export async function measureSlowTools(target: HttpTarget, turns: number): Promise<number> {
  const times: number[] = []
  while (times.length < WARM_UP + turns) {
    const pieces: string[] = []
    await followRun(target, { conversationId: await openConversation(target), prompt: 'slow tools' }, { onText: text => pieces.push(text) })
    times.push(Number(pieces.join('')))
  }
  return percentile(times.slice(WARM_UP), 0.5)
}
