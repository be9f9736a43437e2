import { expect, test } from 'vitest'
import { createWriteProbe } from '#server/store/sqlite/create-store'

test('writes once a second however often it is asked, and gives an error to all [F005-A78]', async () => {
  let milliseconds = 0
  let writes = 0
  const probe = createWriteProbe(async () => {
    writes += 1
    if (writes === 2) throw new Error('full')
  }, () => milliseconds)
  await Promise.all(Array.from({ length: 50 }, () => probe()))
  milliseconds = 999
  await probe()
  expect(writes).toBe(1)
  milliseconds = 1000
  await expect(probe()).rejects.toThrow('full')
  await expect(probe()).rejects.toThrow('full')
  expect(writes).toBe(2)
  milliseconds = 2000
  await probe()
  expect(writes).toBe(3)
})
