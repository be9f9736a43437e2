import { describe, expect, it } from 'vitest'
import { gatherReady } from '#server/providers/kit/stream/gather-ready'

async function* words() {
  yield* ['It', 'is', 'mild']
}

async function* wordsThenFault() {
  yield* words()
  throw new Error('broke off')
}

describe('gatherReady', () => {
  it('gives what is there in one batch, in order', async () => {
    expect(await Array.fromAsync(gatherReady(words()))).toEqual([['It', 'is', 'mild']])
  })

  it('waits for nothing that has not come', async () => {
    const late = Promise.withResolvers<string>()
    const batches = gatherReady((async function* () {
      yield 'It'
      yield late.promise
    })())
    expect((await batches.next()).value).toEqual(['It'])
    late.resolve('is')
    expect((await batches.next()).value).toEqual(['is'])
  })

  it('gives what came before a fault, and then the fault', async () => {
    const batches = gatherReady(wordsThenFault())
    expect((await batches.next()).value).toEqual(['It', 'is', 'mild'])
    await expect(batches.next()).rejects.toThrow('broke off')
  })
})
