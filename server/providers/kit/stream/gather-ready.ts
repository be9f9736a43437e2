const TURN = Symbol('the event loop turned')

/**
 * Gathers the items of a stream that are there already into one batch. Nothing waits for what has not come: a batch is
 * given as soon as the event loop turns. Reads one item ahead.
 */
export async function* gatherReady<Item>(source: AsyncIterable<Item>): AsyncGenerator<readonly Item[], void> {
  const iterator = source[Symbol.asyncIterator]()
  let next = readNext(iterator)
  try {
    for (let result = await next; !result.done;) {
      const batch: Item[] = []
      const turn = new Promise<typeof TURN>(resolve => setImmediate(resolve, TURN))
      let ready: IteratorResult<Item> | typeof TURN = result
      while (ready !== TURN && !ready.done) {
        batch.push(ready.value)
        next = readNext(iterator)
        // A fault that was read ahead is thrown after the items before it, not instead of them.
        ready = await Promise.race([next.catch((): typeof TURN => TURN), turn])
      }
      yield batch
      result = await next
    }
  }
  finally {
    // Not awaited: it would wait for an item that may never come. Whoever leaves closes the connection.
    void Promise.resolve(iterator.return?.()).catch(() => undefined)
  }
}

function readNext<Item>(iterator: AsyncIterator<Item>): Promise<IteratorResult<Item>> {
  const next = iterator.next()
  // Read ahead, it may fail before anybody waits for it; whoever waits is told all the same.
  next.catch(() => undefined)
  return next
}
