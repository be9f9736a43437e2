import { describe, expect, it } from 'vitest'
import { FairPool } from '#server/fair-pool'

/** Work that starts when the pool lets it in and ends when the test says so. */
function createWork(pool: FairPool) {
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const add = (name: string, signal?: AbortSignal) => pool.run(name.slice(0, 1), () => new Promise<string>((resolve) => {
    started.push(name)
    ends.set(name, () => resolve(name))
  }), signal)
  return {
    started,
    add,
    addAll: (names: string) => names.split(' ').map(name => add(name)),
    end: async (name: string) => {
      ends.get(name)?.()
      await turn()
    },
  }
}

/** Everything that waits for nothing but promises has happened afterwards. */
function turn(): Promise<void> {
  return new Promise(resolve => setImmediate(resolve))
}

describe('a fair pool', () => {
  it('keeps half of its places free of each user [F005-A40]', async () => {
    const work = createWork(new FairPool(4))
    work.addAll('a1 a2 a3 a4')
    work.addAll('b1')
    await turn()
    expect(work.started).toEqual(['a1', 'a2', 'b1'])
    await work.end('a1')
    expect(work.started).toEqual(['a1', 'a2', 'b1', 'a3'])
  })

  it('lets in one user after the other, whatever one has waiting [F005-A40]', async () => {
    const work = createWork(new FairPool(4))
    work.addAll('a1 a2 b1 b2 c1 c2 d1')
    await turn()
    for (const name of ['a1', 'a2', 'b1']) await work.end(name)
    expect(work.started).toEqual(['a1', 'a2', 'b1', 'b2', 'c1', 'd1', 'c2'])
  })

  it('has a place for one user even when it has only one', async () => {
    const work = createWork(new FairPool(1))
    work.addAll('a1 b1')
    await turn()
    await work.end('a1')
    expect(work.started).toEqual(['a1', 'b1'])
  })

  it('never starts what was aborted while it waited, and gives its turn to the next', async () => {
    const work = createWork(new FairPool(2))
    const controller = new AbortController()
    work.addAll('a1 b1')
    const waiting = [
      work.add('a2', controller.signal), work.add('c1', controller.signal),
    ].map(added => added.catch((error: unknown) => error))
    work.addAll('d1')
    await turn()
    controller.abort('no more')
    expect(await Promise.all(waiting)).toEqual(['no more', 'no more'])
    await work.end('b1')
    expect(work.started).toEqual(['a1', 'b1', 'd1'])
  })

  it('settles for work that is aborted while it runs only when that has ended [F003-A20]', async () => {
    const work = createWork(new FairPool(2))
    const controller = new AbortController()
    let isSettled = false
    const running = work.add('a1', controller.signal).finally(() => {
      isSettled = true
    })
    await turn()
    controller.abort('no more')
    await turn()
    expect(isSettled).toBe(false)
    await work.end('a1')
    expect(await running).toBe('a1')
  })

  it('does not start work whose signal is aborted before', async () => {
    const work = createWork(new FairPool(2))
    await expect(work.add('a1', AbortSignal.abort('no more'))).rejects.toBe('no more')
    expect(work.started).toEqual([])
  })

  it('frees the place of work that throws', async () => {
    const pool = new FairPool(1)
    await expect(pool.run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    await expect(pool.run('b', async () => 'done')).resolves.toBe('done')
  })

  it('is idle when nothing runs and nothing waits', async () => {
    const pool = new FairPool(1)
    const work = createWork(pool)
    work.addAll('a1 b1')
    await turn()
    let isIdle = false
    const idle = pool.onIdle().then(() => (isIdle = true))
    await work.end('a1')
    expect(isIdle).toBe(false)
    await work.end('b1')
    await idle
  })
})
