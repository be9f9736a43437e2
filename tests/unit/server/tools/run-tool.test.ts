import { describe, expect, it } from 'vitest'
import { runTool, type RunToolOptions } from '#server/tools/run-tool'
import { createToolRegistry } from '#server/tools/registry'
import { ToolError, ToolTimeLimitError, type ToolCallContext, type ToolCallResult } from '#server/tools/tool-source'
import type { ToolAnnotations } from '#shared/tool'
import { toolOutcomeSchema } from '#shared/tool-outcome'
import { createFakeToolSource, createFakeToolStore } from '../../../support/fake-tool-source'

type Run = (input: Readonly<Record<string, unknown>>, context: ToolCallContext) => Promise<ToolCallResult>

const never = () => new AbortController().signal
const textOf = (size: number) => ({ type: 'text' as const, text: 'x'.repeat(size) })

async function runOne(run: Run, options: Partial<RunToolOptions> = {}, annotations?: ToolAnnotations) {
  const source = createFakeToolSource([{ name: 'tool', run, annotations }])
  const registry = await createToolRegistry({ sources: [source], store: createFakeToolStore() })
  const outcome = await runTool(registry.find('tool')!, {
    input: { a: 1 }, userId: 'u1', idempotencyKey: 'key', signal: never(), deadline: never(), onProgress: () => {}, timeoutMs: 60_000,
    maxResultBytes: 1_000, ...options,
  })
  return { outcome, calls: source.calls }
}

const REMEDY = { type: 'text', text: 'tool failed. Correct the arguments if they caused it; otherwise tell the person about it.' }

describe('a tool', () => {
  it('that says it failed has failed, in its own words and without structure [F003-A6]', async () => {
    const { outcome } = await runOne(async () => ({
      isError: true, content: [{ type: 'text', text: 'no such row' }], structuredContent: { row: null },
    }))
    expect(outcome).toEqual({ status: 'failed', content: [{ type: 'text', text: 'no such row' }, REMEDY], durationMs: expect.any(Number) })
  })

  it.each([
    [[]], [[{ type: 'text' as const, text: ' ' }]],
  ])('that says it failed without a word has failed with its structure: %j [F003-A6]', async (content) => {
    const { outcome } = await runOne(async () => ({ isError: true, content, structuredContent: { code: 'disk-full' } }))
    expect(outcome).toEqual({
      status: 'failed', content: [{ type: 'text', text: '{"code":"disk-full"}' }, REMEDY], durationMs: expect.any(Number),
    })
  })

  it('that declares its text complete is believed, until that is cut [F020-A17]', async () => {
    const answer = (length: number) => runOne(async () => ({
      content: [textOf(length)], structuredContent: { row: 1 }, isTextComplete: true,
    }))
    const { outcome } = await answer(3)
    expect(outcome).toEqual({
      status: 'ok', content: [textOf(3)], structuredContent: { row: 1 }, isTextComplete: true, durationMs: expect.any(Number),
    })
    expect(toolOutcomeSchema.parse(JSON.parse(JSON.stringify(outcome)))).toEqual(outcome)
    expect((await answer(5_000)).outcome).not.toHaveProperty('isTextComplete')
  })

  it.each([[undefined], [false]])('that says isError %j has succeeded', async (isError) => {
    const { outcome } = await runOne(async () => ({ isError, content: [textOf(3)], structuredContent: { row: 1 } }))
    expect(outcome).toEqual({ status: 'ok', content: [textOf(3)], structuredContent: { row: 1 }, durationMs: expect.any(Number) })
  })

  it.each<[string, Run]>([
    ['answers too much', async () => ({ content: [textOf(5_000)] })],
    ['fails with too much', async () => ({ isError: true, content: [textOf(5_000)] })],
    ['throws too much', async () => { throw new Error('x'.repeat(5_000)) }],
    ['throws too much at its time limit', async () => { throw new ToolTimeLimitError('x'.repeat(5_000)) }],
  ])('that %s is cut to the limit [F003-A7]', async (_what, run) => {
    const { outcome } = await runOne(run)
    expect(Buffer.byteLength(JSON.stringify(outcome.content))).toBeLessThanOrEqual(1_000)
    expect(JSON.stringify(outcome.content)).toContain('[cut here')
  })

  it.each<[string, Run]>([
    ['throws what is no error', () => Promise.reject('just a text')],
    ['throws at once', () => { throw new Error('just a text') }],
  ])('that %s has failed [F003-A6]', async (_what, run) => {
    expect((await runOne(run)).outcome).toMatchObject({
      status: 'failed', content: [{ text: 'tool failed: just a text' }, { text: 'Do not repeat the call; tell the person about it.' }],
    })
  })

  it.each([
    ['change-arguments', 'Correct the arguments and call it again.'],
    ['retry-later', 'Call it once more later; if it fails again, tell the person.'],
    ['tell-person', 'Do not repeat the call; tell the person about it.'],
  ] as const)('that fails with the remedy %s says last what to do [F003-A93]', async (remedy, advice) => {
    const { outcome } = await runOne(() => Promise.reject(new ToolError('x'.repeat(5_000), remedy)))
    expect(outcome.content.at(0)).toMatchObject({ text: expect.stringMatching(/^tool failed: x+/) })
    expect(outcome.content.at(-1)).toEqual({ type: 'text', text: advice })
  })

  it.each([
    [{ readOnlyHint: true }, 'Ask it for less, or call it once more later.'],
    [{ readOnlyHint: false, idempotentHint: true }, 'Ask it for less, or call it once more later.'],
    [{ readOnlyHint: false }, 'It may have acted: check that before you call it again.'],
  ])('with the hints %j that does not answer in time says whether it may be called again [F003-A93]', async (annotations, advice) => {
    const { outcome } = await runOne(() => new Promise(() => {}), { timeoutMs: 5 }, annotations)
    expect(outcome).toMatchObject({
      status: 'timed-out', content: [{ text: 'tool did not answer within 0.005 seconds and was stopped.' }, { text: advice }],
    })
  })

  it('gets its arguments, who calls, the key of the call, and somebody who hears of its progress', async () => {
    const heard: unknown[] = []
    const { outcome } = await runOne(async (input, { userId, idempotencyKey, onProgress, signal }) => {
      onProgress({ progress: 1, total: 2 })
      return { content: [{ type: 'text', text: JSON.stringify([input, userId, idempotencyKey, signal.aborted]) }] }
    }, { onProgress: progress => heard.push(progress) })
    expect(outcome.content).toEqual([{ type: 'text', text: '[{"a":1},"u1","key",false]' }])
    expect(heard).toEqual([{ progress: 1, total: 2 }])
  })

  it('is not touched when the call was stopped before', async () => {
    const { outcome, calls } = await runOne(async () => ({ content: [] }), { signal: AbortSignal.abort() })
    expect(outcome.status).toBe('cancelled')
    expect(calls).toEqual([])
  })

  it.each<[string, (stop: AbortController) => Partial<RunToolOptions>, string]>([
    ['its time is over', () => ({ timeoutMs: 1 }), 'timed-out'],
    ['the run is stopped', ({ signal }) => ({ signal }), 'cancelled'],
    ['the process goes down', ({ signal }) => ({ deadline: signal }), 'unknown'],
  ])('learns by its signal that %s [F003-A5]', async (_what, toOptions, status) => {
    const stop = new AbortController()
    const heard = Promise.withResolvers()
    const { outcome } = await runOne((_input, { signal }) => {
      signal.addEventListener('abort', () => heard.resolve(undefined))
      stop.abort()
      return new Promise(() => {})
    }, toOptions(stop))
    await heard.promise
    expect(outcome.status).toBe(status)
  })

  it('was stopped by a person when its time is over as well', async () => {
    const stop = new AbortController()
    const { outcome } = await runOne((_input, { signal }) => new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => {
        stop.abort()
        reject(new Error('stopped'))
      })
    }), { signal: stop.signal, timeoutMs: 1 })
    expect(outcome.status).toBe('cancelled')
  })
})
