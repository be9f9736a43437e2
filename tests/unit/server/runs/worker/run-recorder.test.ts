import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { AppError } from '#server/errors'
import type { RunStore } from '#server/ports/run-store'
import { USAGE } from '../../../../support/fake-provider'
import { createRecordedRun } from '../../../../support/loop-context'

const textEnd = (text: string) => ({ type: 'text-end', step: 1, text }) as const
/** A live event that is sent at once, with whatever is held back before it. */
const PROGRESS = { type: 'tool-progress', callId: 'call-1', progress: 1 } as const

const nextTurn = () => new Promise(resolve => setImmediate(resolve))

/** Holds back the first commit until it is released. */
function holdFirstCommit() {
  const released = Promise.withResolvers<undefined>()
  const asked: string[] = []
  const breakStore = ({ commitAll }: RunStore): Partial<RunStore> => ({
    commitAll: async (commits) => {
      asked.push(...commits.map(commit => commit.at))
      if (asked.length === 1) await released.promise
      return commitAll(commits)
    },
  })
  return { asked, breakStore, release: () => released.resolve(undefined) }
}

describe('the recorder of a run', () => {
  it('commits in the order in which it was asked to, one after the other', async () => {
    const { asked, breakStore, release } = holdFirstCommit()
    const { recorder, store, run } = await createRecordedRun({ breakStore })
    const both = [recorder.record([textEnd('first')]), recorder.record([textEnd('second')])]
    await vi.waitFor(() => expect(asked).toHaveLength(1))
    await new Promise(resolve => setImmediate(resolve))
    expect(asked).toHaveLength(1)
    release()
    await Promise.all(both)
    expect(await store.runs.readEvents(run.id, 1)).toMatchObject([{ sequence: 2, text: 'first' }, { sequence: 3, text: 'second' }])
  })

  it('publishes an event only after it was stored', async () => {
    const { breakStore, release } = holdFirstCommit()
    const { recorder, published } = await createRecordedRun({ breakStore })
    const recorded = recorder.record([textEnd('first')])
    await new Promise(resolve => setImmediate(resolve))
    expect(published).toEqual([])
    release()
    await recorded
    expect(published).toMatchObject([{ type: 'text-end', sequence: 2 }])
  })

  it('still commits after a commit that failed, and tells only the caller of that one', async () => {
    let errors = 1
    const breakStore = ({ commitAll }: RunStore): Partial<RunStore> => ({
      commitAll: async (commits) => {
        if (errors-- > 0) throw new AppError('conflict', 'no')
        return commitAll(commits)
      },
    })
    const { recorder, store, run } = await createRecordedRun({ breakStore })
    const both = await Promise.allSettled([recorder.record([textEnd('first')]), recorder.record([textEnd('second')])])
    expect(both.map(result => result.status)).toEqual(['rejected', 'fulfilled'])
    expect(await store.runs.readEvents(run.id, 1)).toMatchObject([{ sequence: 2, text: 'second' }])
  })

  it('sends the deltas that came before a stored event before it', async () => {
    // The frame of a delta never ends by itself here: only the stored event can send it.
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const { recorder, published } = await createRecordedRun()
    recorder.publish({ type: 'text-delta', step: 1, text: 'a' })
    recorder.publish(PROGRESS)
    recorder.publish({ type: 'text-delta', step: 1, text: 'b' })
    await recorder.record([textEnd('ab')])
    expect(published.map(event => event.type)).toEqual(['text-delta', 'tool-progress', 'text-delta', 'text-end'])
  })

  it('publishes no vendor\'s own turn, and stores it [F020-A4]', async () => {
    const { recorder, published, store, run } = await createRecordedRun()
    await recorder.record([
      {
        type: 'step-end', step: 1, usage: USAGE, finishReason: 'stop', rawFinishReason: 'stop', native: { sealed: true },
        hasSealedReasoning: true,
      },
    ])
    expect(published).toMatchObject([{ type: 'step-end', finishReason: 'stop' }])
    expect(published[0]).not.toHaveProperty('native')
    expect(published[0]).not.toHaveProperty('hasSealedReasoning')
    expect((await store.runs.readEvents(run.id, 1))[0]).toMatchObject({ native: { sealed: true }, hasSealedReasoning: true })
  })

  it.each([0, -2, 2])('saves what has streamed each second, also when the clock is set %i hours away [F005-A74]', async (hours) => {
    let errorMs = 0
    const { recorder, store, run, clock } = await createRecordedRun({ clockError: () => errorMs })
    const stream = (text: string) => {
      recorder.publish({ type: 'text-delta', step: 1, text })
      recorder.publish(PROGRESS)
    }
    await recorder.record([{ type: 'step-start', step: 1 }])
    stream('One')
    clock.passTime(999)
    errorMs = hours * 3_600_000
    stream(' two')
    expect(await store.runs.readCheckpoint(run.id)).toBeUndefined()
    clock.passTime(1)
    stream(' three')
    const saved = { step: 1, after: 2, text: 'One two three', reasoning: '' }
    await vi.waitFor(async () => expect(await store.runs.readCheckpoint(run.id)).toEqual(saved))
    await recorder.record([
      textEnd('One two three'), { type: 'step-end', step: 1, usage: USAGE, finishReason: 'stop', rawFinishReason: 'stop' },
    ])
    expect(await store.runs.readCheckpoint(run.id)).toBeUndefined()
  })

  it('counts the second from the first text of the step', async () => {
    const { recorder, store, run, clock } = await createRecordedRun()
    clock.passTime(5000)
    recorder.publish({ type: 'text-delta', step: 1, text: 'One' })
    recorder.publish(PROGRESS)
    await nextTurn()
    expect(await store.runs.readCheckpoint(run.id)).toBeUndefined()
  })

  it('counts the second anew for the next step', async () => {
    const { recorder, store, run, clock } = await createRecordedRun()
    const end = { type: 'step-end', step: 1, usage: USAGE, finishReason: 'stop', rawFinishReason: 'stop' } as const
    recorder.publish({ type: 'text-delta', step: 1, text: 'One' })
    recorder.publish(PROGRESS)
    await recorder.record([end])
    clock.passTime(5000)
    recorder.publish({ type: 'text-delta', step: 2, text: 'Two' })
    recorder.publish(PROGRESS)
    expect(await store.runs.readCheckpoint(run.id)).toBeUndefined()
  })
})

/** The sequences of each commit, and a commit that fails while `fails` says so. */
function watchCommits(fails: (types: readonly string[]) => AppError | undefined = () => undefined) {
  const commits: string[][] = []
  const breakStore = ({ commitAll }: RunStore): Partial<RunStore> => ({
    commitAll: async (parts) => {
      const types = parts.flatMap(part => part.events([]).map(event => event.type))
      const error = fails(types)
      if (error) throw error
      commits.push(types)
      return commitAll(parts)
    },
  })
  return { commits, breakStore }
}

const STEP_START = { type: 'step-start', step: 2 } as const

describe('what is staged', () => {
  it('shares the commit of what is recorded next, before it [F005-A44]', async () => {
    const { commits, breakStore } = watchCommits()
    const { recorder, published } = await createRecordedRun({ breakStore })
    recorder.stage([textEnd('one')])
    await recorder.record([STEP_START])
    expect(commits).toEqual([['text-end', 'step-start']])
    expect(published.map(({ type }) => type)).toEqual(['text-end', 'step-start'])
  })

  it('is committed with the turn of the event loop when nothing follows [F005-A44]', async () => {
    const { commits, breakStore } = watchCommits()
    const { recorder, published } = await createRecordedRun({ breakStore })
    recorder.stage([textEnd('one')])
    await vi.waitFor(() => expect(published).toHaveLength(1))
    expect(commits).toEqual([['text-end']])
  })

  it('is written alone when the store refuses what came with it, which alone fails [F005-A44]', async () => {
    const { commits, breakStore } = watchCommits(types => types.includes('step-start') ? new AppError('conflict', 'no') : undefined)
    const { recorder } = await createRecordedRun({ breakStore })
    recorder.stage([textEnd('one')])
    await expect(recorder.record([STEP_START])).rejects.toThrow('no')
    await recorder.record([textEnd('two')])
    expect(commits).toEqual([['text-end'], ['text-end']])
  })

  it('tells the next caller, once, that it could not be written [F005-A44]', async () => {
    const { breakStore } = watchCommits(types => types.includes('step-start') ? new AppError('conflict', 'no') : undefined)
    const { recorder, published } = await createRecordedRun({ breakStore })
    recorder.stage([STEP_START])
    await nextTurn()
    await nextTurn()
    await expect(recorder.record([textEnd('one')])).rejects.toThrow('no')
    await recorder.record([textEnd('two')])
    expect(published).toMatchObject([{ text: 'two' }])
  })
})

it('commits together what parallel calls record while a commit is under way [F005-A44]', async () => {
  const { commits, breakStore } = watchCommits()
  const { recorder } = await createRecordedRun({ breakStore })
  await Promise.all(Array.from({ length: 8 }, (_, index) => recorder.record([textEnd(String(index))])))
  expect(commits.map(types => types.length)).toEqual([1, 7])
})
