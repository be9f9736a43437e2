import { expect, test, vi } from 'vitest'
import { type ReadFileSystem, requireFreeSpace } from '#server/store/sqlite/free-space'
import { createTestStore } from '../../../../support/test-store'

const ENOUGH_BLOCKS = 16 * 1024 * 1024 / 4096
const withFree = (bavail: number, blocks = 1_000_000): ReadFileSystem => async () => ({ blocks, bavail, bsize: 4096 })

test.each([0, 1, ENOUGH_BLOCKS - 1])('reports a disk with %i free blocks as full, and what to do [F005-A81]', async (blocks) => {
  await expect(requireFreeSpace('/data', withFree(blocks))).rejects.toMatchObject({
    code: 'storage-unavailable', retryable: true, message: expect.stringContaining('less than 16 MB are free'),
  })
})

test('takes 16 MB as enough, in the folder it is given', async () => {
  const readFileSystem = vi.fn(withFree(ENOUGH_BLOCKS))
  await expect(requireFreeSpace('/data', readFileSystem)).resolves.toBeUndefined()
  expect(readFileSystem).toHaveBeenCalledWith('/data')
})

test('does not take a file system that does not know its size for a full one', async () => {
  await expect(requireFreeSpace('/data', withFree(0, 0))).resolves.toBeUndefined()
})

test('a store whose disk is full is not writable, although its probe write would fit, until there is room [F005-A81]', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    let free = 0
    const { store } = await createTestStore(folder => withFree(free)(folder))
    await expect(store.checkWritable()).rejects.toMatchObject({ code: 'storage-unavailable' })
    free = ENOUGH_BLOCKS
    vi.advanceTimersByTime(1000)
    await expect(store.checkWritable()).resolves.toBeUndefined()
  }
  finally {
    vi.useRealTimers()
  }
})
