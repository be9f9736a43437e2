import { describe, expect, it, vi } from 'vitest'
import { foldRunEvents } from '#shared/fold-run-events'
import type { RunEvent } from '#shared/run-event'
import { followRun } from '#server/runs/service/follow-run'
import { buildRun } from '../../../../support/build-rows'
import { createFollowedRun, RUN_END, RUN_ID, START, textDelta, textEnd } from '../../../../support/followed-run'

/** What a reader is handed, stored events first. */
async function read(run: ReturnType<typeof createFollowedRun>, after = 0) {
  const followed = await run.follow(after)
  const seen: RunEvent[] = [...followed.stored]
  followed.start(event => seen.push(event))
  return { ...followed, seen }
}

const describeEvent = (event: RunEvent) => {
  if ('parts' in event) return [event.type, ...event.parts.map(part => part.text)].join(' ')
  return 'text' in event ? `${event.type} ${event.text}` : event.type
}
const readText = (events: readonly RunEvent[]) => foldRunEvents(RUN_ID, events).steps[0]?.parts.flatMap(
  part => part.type === 'text' ? part.text : [],
)

describe('a reader of a run', () => {
  it('that joins in mid-step gets what is stored, the unfinished step, and each later event once [F005-A11]', async () => {
    const run = createFollowedRun()
    run.store(START)
    run.stream(textDelta('Hel'))
    const { seen } = await read(run)
    run.stream(textDelta('lo'))
    run.store(textEnd('Hello'))
    run.store(RUN_END)
    expect(seen.map(describeEvent)).toEqual(['step-start', 'step-snapshot Hel', 'text-delta lo', 'text-end Hello', 'run-end'])
  })

  it('gets what is published while it joins exactly once [F005-A13]', async () => {
    const run = createFollowedRun()
    run.store(START)
    const { readEvents } = run.options.store
    run.options.store.readEvents = async (runId, after) => {
      run.stream(textDelta('before '))
      const stored = await readEvents(runId, after)
      run.stream(textDelta('a word'))
      run.store(textEnd('before a word'))
      run.stream(textDelta('next'))
      return stored
    }
    const followed = await run.follow()
    run.stream(textDelta(' step'))
    const seen: RunEvent[] = [...followed.stored]
    followed.start(event => seen.push(event))
    run.store(RUN_END)
    expect(seen.filter(event => 'sequence' in event).map(event => event.sequence)).toEqual([1, 2, 3])
    expect(readText(seen)).toEqual(['before a word', 'next step'])
  })

  it('that goes on after a number gets no event twice, and the open text whole', async () => {
    const run = createFollowedRun()
    run.store(START)
    run.store(textEnd('one'))
    run.stream(textDelta('two'))
    const { seen } = await read(run, 2)
    run.stream(textDelta(' three'))
    expect(seen.map(describeEvent)).toEqual(['step-snapshot two', 'text-delta  three'])
  })

  it('sees that its run ended while it joined', async () => {
    const run = createFollowedRun()
    const { readEvents } = run.options.store
    run.options.store.readEvents = async (runId, after) => {
      const stored = await readEvents(runId, after)
      run.store(RUN_END)
      return stored
    }
    const { seen, hasEnded } = await read(run)
    expect([hasEnded, seen.map(describeEvent)]).toEqual([false, ['run-end']])
  })

  it('goes on with a run that had ended and was resumed while it joined [F005-A82]', async () => {
    const run = createFollowedRun()
    const ended = run.store(RUN_END)
    run.store({ type: 'run-resume' })
    const row = buildRun({ id: RUN_ID, state: 'interrupted', endedAt: ended.at, lastSequence: ended.sequence })
    expect((await followRun(row, 0, run.options)).hasEnded).toBe(false)
    expect((await followRun({ ...row, lastSequence: 2 }, 0, run.options)).hasEnded).toBe(true)
    expect((await followRun({ ...row, lastSequence: 2 }, 9, run.options)).hasEnded).toBe(true)
  })

  it('leaves no listener behind when its run cannot be read', async () => {
    const run = createFollowedRun()
    run.options.store.readEvents = () => Promise.reject(new Error('the database is locked'))
    await expect(run.follow()).rejects.toThrow('locked')
    expect(run.listeners()).toBe(0)
  })

  it('is handed nothing once it has left', async () => {
    const run = createFollowedRun()
    const { seen, leave } = await read(run)
    leave()
    run.store(START)
    expect([seen, run.listeners()]).toEqual([[], 0])
  })
})

describe('the order of what a reader gets', () => {
  it('is that of the run when two writers publish in another one [F005-A47]', async () => {
    const run = createFollowedRun()
    const { seen } = await read(run)
    run.store(START)
    const late = run.store(textEnd('answer of a person'), { isPublished: false })
    run.store(textEnd('of the worker'))
    run.publish(late)
    run.store(RUN_END)
    await vi.waitFor(() => expect(seen).toHaveLength(4))
    expect(seen.map(describeEvent)).toEqual(['step-start', 'text-end answer of a person', 'text-end of the worker', 'run-end'])
  })

  it('waits for a storage that fails while stored events are missing [F005-A47]', async () => {
    const run = createFollowedRun()
    const { seen } = await read(run)
    const { readEvents } = run.options.store
    run.options.store.readEvents = () => Promise.reject(new Error('the database is locked'))
    run.store(START, { isPublished: false })
    run.store(textEnd('Hello'))
    await new Promise(resolve => setImmediate(resolve))
    expect(seen).toEqual([])
    run.options.store.readEvents = readEvents
    run.clock.passTime(1500)
    await vi.waitFor(() => expect(seen.map(describeEvent)).toEqual(['step-start', 'text-end Hello']))
  })

  it('is the same for a reader that joins between parts of a step [F005-A46]', async () => {
    const run = createFollowedRun()
    run.store(START)
    run.stream(textDelta('Hello.'))
    run.stream({ type: 'reasoning-delta', step: 1, text: 'one ' })
    const { seen } = await read(run)
    run.stream({ type: 'reasoning-delta', step: 1, text: 'two' })
    run.store(textEnd('Hello.'))
    run.store({ type: 'reasoning-end', step: 1, text: 'one two' })
    expect(foldRunEvents(RUN_ID, seen)).toEqual(foldRunEvents(RUN_ID, run.events))
  })

  it('is the same for a reader that joins while a call waits to be stored behind later text [F005-A46]', async () => {
    const run = createFollowedRun()
    const input = (text: string) => ({ type: 'tool-input-delta', step: 1, callId: 'c1', name: 'echo', text }) as const
    const fromStart = await read(run)
    run.store(START)
    run.stream(textDelta('Let me look.'))
    run.stream(input('{'))
    run.stream(textDelta('Wait.'))
    const late = await read(run)
    run.stream(input('}'))
    expect(foldRunEvents(RUN_ID, late.seen)).toEqual(foldRunEvents(RUN_ID, fromStart.seen))
    run.store(textEnd('Let me look.'))
    run.store(textEnd('Wait.'))
    run.store({ type: 'tool-call', step: 1, callId: 'c1', name: 'echo', arguments: {} })
    for (const { seen } of [fromStart, late]) expect(foldRunEvents(RUN_ID, seen)).toEqual(foldRunEvents(RUN_ID, run.events))
  })

  it('begins at the newest event for a number that is beyond it', async () => {
    const run = createFollowedRun()
    run.store(START)
    const { seen } = await read(run, 999_999)
    run.store(RUN_END)
    expect(seen.map(describeEvent)).toEqual(['run-end'])
  })
})

describe('a reader of a run that another process works on', () => {
  it('joins from the stored checkpoint, and goes on without a gap [F005-A43]', async () => {
    const run = createFollowedRun({ isHere: false })
    run.store(START)
    run.stream(textDelta('Hel'))
    run.saveCheckpoint()
    const { seen } = await read(run)
    run.stream(textDelta('lo'))
    expect(seen.map(describeEvent)).toEqual(['step-start', 'step-snapshot Hel', 'text-delta lo'])
  })

  it('waits for the next checkpoint when deltas between the last one and its joining are missing [F005-A43]', async () => {
    const run = createFollowedRun({ isHere: false })
    run.store(START)
    run.stream(textDelta('One'))
    run.saveCheckpoint()
    run.stream(textDelta(' two'))
    const { seen } = await read(run)
    run.stream(textDelta(' three'))
    run.stream(textDelta(' four'))
    expect(seen.map(describeEvent)).toEqual(['step-start', 'step-snapshot One'])
    run.saveCheckpoint()
    run.stream(textDelta(' five'))
    run.clock.passTime(1500)
    await new Promise(resolve => setImmediate(resolve))
    run.stream(textDelta(' six'))
    expect(readText(seen)).toEqual(['One two three four five six'])
  })

  it('gets a stored event at once, also while deltas are missing, and nothing old after it [F005-A43]', async () => {
    const run = createFollowedRun({ isHere: false })
    run.store(START)
    run.stream(textDelta('One'))
    const { seen } = await read(run)
    run.stream(textDelta(' two'))
    run.store(textEnd('One two'))
    run.stream(textDelta('Next'))
    run.clock.passTime(1500)
    await new Promise(resolve => setImmediate(resolve))
    expect(readText(seen)).toEqual(['One two', 'Next'])
  })

  it('ignores a checkpoint of a part that was stored meanwhile [F005-A43]', async () => {
    const run = createFollowedRun({ isHere: false })
    run.store(START)
    run.stream(textDelta('One'))
    run.saveCheckpoint()
    run.store(textEnd('One'))
    const { seen } = await read(run)
    run.stream(textDelta('Two'))
    expect(readText(seen)).toEqual(['One', 'Two'])
  })

  it('asks again when the storage fails while deltas are missing [F005-A43]', async () => {
    const run = createFollowedRun({ isHere: false })
    run.store(START)
    run.stream(textDelta('One'))
    const { readCheckpoint } = run.options.store
    const { seen } = await read(run)
    run.stream(textDelta(' two'))
    run.options.store.readCheckpoint = () => Promise.reject(new Error('the database is locked'))
    run.clock.passTime(1500)
    await new Promise(resolve => setImmediate(resolve))
    run.options.store.readCheckpoint = readCheckpoint
    run.saveCheckpoint()
    run.clock.passTime(1500)
    await new Promise(resolve => setImmediate(resolve))
    expect(readText(seen)).toEqual(['One two'])
  })
})
