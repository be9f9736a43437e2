import { measureSlowTools } from './eight-tools'
import { addUsers, startApp, startHttpFloor } from './servers'
import type { Sizes } from './sizes'
import { measureStart, type StartTimes } from './start'
import { measureStreams, type StreamTimes } from './streams'
import type { StartWorker } from './worker-process'

type Streams = StreamTimes & { readonly count: number }

/** What one server of the comparison takes. */
export interface ServerTimes {
  readonly slowToolsMs: number
  readonly streams: readonly Streams[]
  readonly start: StartTimes
}

/** Of the floor and of the built server. */
export interface BothTimes {
  readonly floor: ServerTimes
  readonly app: ServerTimes
}

interface Parts {
  readonly start: StartWorker
  readonly url: string
  readonly workspace: string
  readonly sizes: Sizes
}

/** Servers of their own: what the turns before them left in memory is not counted. */
export async function measureServers({ start, url, workspace, sizes }: Parts): Promise<BothTimes> {
  const floorStart = await measureStart(() => startHttpFloor({ start, url, workspace }), sizes)
  const appStart = await measureStart(() => startApp({ url }), sizes)
  const floor = await startHttpFloor({ start, url, workspace, hasSlowTool: true })
  const app = await startApp({ url, hasSlowTool: true })
  try {
    const targets = [floor, addUsers(app)] as const
    const [floorMs, appMs] = [await measureSlowTools(floor, sizes.slowToolTurns), await measureSlowTools(app, sizes.slowToolTurns)]
    const [floorStreams, appStreams]: [Streams[], Streams[]] = [[], []]
    for (const target of targets) await measureStreams(target, sizes.warmUpStreams)
    for (const count of sizes.streams) {
      floorStreams.push({ count, ...await measureStreams(targets[0], count) })
      appStreams.push({ count, ...await measureStreams(targets[1], count) })
    }
    return {
      floor: { slowToolsMs: floorMs, start: floorStart, streams: floorStreams },
      app: { slowToolsMs: appMs, start: appStart, streams: appStreams },
    }
  }
  finally {
    await app.end()
    floor.end()
  }
}
