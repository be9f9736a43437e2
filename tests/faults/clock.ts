import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Conversation, ConversationDetail } from '#shared/conversation'
import type { Page } from '#shared/page'
import { AppServer } from '../support/app-server'
import { startLoad, startRun } from './load'
import { addFindings, type Findings, judge, judgeAndEnd, NOTHING_FOUND } from './oracle'

/** Steps of the server's clock, in hours, one after the other. */
const STEPS = [2, 0, -2, 0]

/** The clock of the server is set back and forth while runs work: no order changes, and no run ends by it. */
export async function testClock(): Promise<{ readonly said: string, readonly findings: Findings }> {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-clock-'))
  const file = join(folder, 'hours')
  await writeFile(file, '0')
  const environment = { FAULTS_CLOCK_FILE: file, NODE_OPTIONS: `--import=${resolve('tests/faults/step-clock.mjs')}` }
  const server = await AppServer.start({ environment })
  const acknowledged = []
  const order: string[] = []
  for (const hours of STEPS) {
    const load = startLoad(server, `clock ${hours}`, 3)
    await new Promise(wait => setTimeout(wait, 700))
    await writeFile(file, String(hours))
    await new Promise(wait => setTimeout(wait, 700))
    acknowledged.push(...await load.stop())
    const last = await startRun(server, `marked ${hours}`)
    if (last) order.push(last.conversationId)
    if (last) acknowledged.push(last)
  }
  const findings = await judge(server, acknowledged)
  const { items } = await server.json<Page<Conversation>>('GET', '/api/conversations?limit=100')
  const listed = items.map(item => item.id).filter(id => order.includes(id))
  const isInOrder = listed.join() === order.toReversed().slice(0, listed.length).join()
  const failed = await countNotCompleted(server, acknowledged.map(run => run.conversationId))
  const afterwards = await judgeAndEnd(server, acknowledged)
  await rm(folder, { recursive: true, force: true })
  return {
    said: `clock set by ${STEPS.join(', ')} h, ${acknowledged.length} acknowledged runs, ended early ${failed}, out of order ${isInOrder
      ? 0
      : 1}`,
    findings: addFindings(addFindings(findings, afterwards), { ...NOTHING_FOUND, 'lost': isInOrder ? 0 : 1, 'stuck runs': failed }),
  }
}

async function countNotCompleted(server: AppServer, conversationIds: readonly string[]): Promise<number> {
  const details = await Promise.all(conversationIds.map(id => server.json<ConversationDetail>('GET', `/api/conversations/${id}`)))
  return details.flatMap(detail => detail.runs).filter(run => run.state !== 'completed').length
}
