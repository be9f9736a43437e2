import { describe, expect, it } from 'vitest'
import { createRunQueue } from '#server/embedded/run-queue'
import { RunStopped } from '#server/ports/run-stopped'

const STOP = { reason: 'cancelled', cancelCause: 'account-inactive' } as const
const DOWN = { reason: 'interrupted' } as const

describe('the run queue', () => {
  it('works once more on a run that was enqueued while it was worked on', async () => {
    const queue = createRunQueue(4)
    const worked: string[] = []
    const done = new Promise<void>((resolve) => {
      queue.work(async (runId) => {
        worked.push(runId)
        if (worked.length === 1) queue.enqueue(runId, 'ada')
        else resolve()
      })
    })
    queue.enqueue('r1', 'ada')
    await done
    expect(worked).toEqual(['r1', 'r1'])
  })

  it('aborts the worker of a cancelled run with the reason', async () => {
    const queue = createRunQueue(4)
    let wasCancelled = false
    const reason = await new Promise((resolve) => {
      queue.work(async (runId, signal) => {
        signal.addEventListener('abort', () => resolve(signal.reason))
        if (!wasCancelled) queue.cancel(runId, STOP)
        wasCancelled = true
      })
      queue.enqueue('r1', 'ada')
    })
    expect(reason).toEqual(new RunStopped('cancelled', 'account-inactive'))
  })

  it('works out of turn on a cancelled run that has no worker', async () => {
    const queue = createRunQueue(1)
    const worked: string[] = []
    const done = new Promise<void>((resolve) => {
      queue.work(async (runId, signal) => {
        worked.push(runId)
        if (runId === 'waiting') return resolve()
        queue.cancel('waiting', STOP)
        await new Promise(end => signal.addEventListener('abort', end))
      })
    })
    queue.enqueue('busy', 'ada')
    await done
    expect(worked).toEqual(['busy', 'waiting'])
    await queue.close(DOWN)
  })

  it('closes when all that runs has ended, and takes no more', async () => {
    const queue = createRunQueue(1)
    const worked: string[] = []
    queue.work(async (runId, signal) => {
      worked.push(runId)
      await new Promise(resolve => signal.addEventListener('abort', resolve))
    })
    queue.enqueue('r1', 'ada')
    queue.enqueue('r2', 'ada')
    await Promise.resolve()
    await queue.close(DOWN)
    expect(worked).toEqual(['r1'])
  })

  it('works again on a run whose handler threw, and reports the error', async () => {
    const reported: unknown[] = []
    const queue = createRunQueue(1, (error, runId) => reported.push([runId, error]))
    const worked: string[] = []
    const done = new Promise<void>((resolve) => {
      queue.work(async (runId) => {
        worked.push(runId)
        if (worked.length === 2) return resolve()
        queue.enqueue(runId, 'ada')
        throw new Error('broken')
      })
    })
    queue.enqueue('r1', 'ada')
    await done
    expect(reported).toEqual([['r1', new Error('broken')]])
    await queue.close(DOWN)
  })

  it('takes no work after it was closed', async () => {
    const queue = createRunQueue(1)
    const worked: string[] = []
    queue.work(async (runId) => {
      worked.push(runId)
    })
    await queue.close(DOWN)
    queue.enqueue('late', 'ada')
    queue.cancel('late too', STOP)
    await queue.close(DOWN)
    expect(worked).toEqual([])
  })

  it('works on the run of one user while those of another hold all workers that one may hold [F005-A40]', async () => {
    const queue = createRunQueue(4)
    const worked: string[] = []
    const done = new Promise<void>((resolve) => {
      queue.work(async (runId, signal) => {
        worked.push(runId)
        if (runId === 'of bob') return resolve()
        await new Promise(end => signal.addEventListener('abort', end))
      })
    })
    for (let n = 1; n <= 6; n++) queue.enqueue(`silent ${n}`, 'ada')
    queue.enqueue('of bob', 'bob')
    await done
    expect(worked).toEqual(['silent 1', 'silent 2', 'of bob'])
    await queue.close(DOWN)
    expect(worked).toHaveLength(3)
  })

  it('closes although it never had a handler', async () => {
    const queue = createRunQueue(1)
    queue.cancel('r1', STOP)
    expect(await queue.close(DOWN)).toBeUndefined()
  })

  it('works on what was enqueued before there was a handler', async () => {
    const queue = createRunQueue(1)
    queue.enqueue('early', 'ada')
    expect(await new Promise(resolve => queue.work(async runId => resolve(runId)))).toBe('early')
  })
})
