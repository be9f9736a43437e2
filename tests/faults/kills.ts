import { AppServer } from '../support/app-server'
import { startLoad } from './load'
import { addFindings, type Findings, judge, NOTHING_FOUND } from './oracle'

/** Kills the server at random moments while runs work, starts it again, and looks at what is left, round after round. */
export async function testKills(rounds: number): Promise<{ readonly said: string, readonly findings: Findings }> {
  let findings = NOTHING_FOUND
  let writes = 0
  let server = await AppServer.start()
  for (let round = 0; round < rounds; round += 1) {
    const load = startLoad(server, `kill ${round}`, 4)
    await new Promise(resolve => setTimeout(resolve, 50 + Math.random() * 1500))
    await server.end('SIGKILL')
    const acknowledged = await load.stop()
    writes += acknowledged.length
    server = await AppServer.start({ dataDirectory: server.dataDirectory })
    findings = addFindings(findings, await judge(server, acknowledged))
  }
  await server.dispose()
  return { said: `${rounds} kills, ${writes} acknowledged runs`, findings }
}
