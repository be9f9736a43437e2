import { describe, expect, it } from 'vitest'
import { readStepWire } from '#server/runs/wire/read-wire'
import { WireCapture } from '#server/runs/wire/wire-capture'
import { AT, seedRunningRun } from '../../../../support/build-rows'
import { createTestStore } from '../../../../support/test-store'

const OPTIONS = {
  step: 1, attempt: 1, adapter: 'anthropic', endpoint: 'https://api.example', hide: (text: string) => text.replaceAll('KEY', '…'),
}

async function store(capture: WireCapture) {
  const { store } = await createTestStore()
  const run = await seedRunningRun(store)
  const wire = await capture.seal()
  const events = () => [
    { type: 'step-start', step: 1 }, { type: 'step-end', step: 1, usage: run.usage, finishReason: 'stop', rawFinishReason: null },
  ] as const
  await store.runs.commit({ runId: run.id, fence: run.fence, at: AT, events, wire })
  return { wire, view: await readStepWire(store.runs, run.id, 1), run, store }
}

describe('the wire of an attempt', () => {
  it('reads as it was sent and got [F016-A1]', async () => {
    const capture = new WireCapture(OPTIONS)
    capture.addRequest('{"model":"m","key":"KEY"}')
    for (const event of ['{"delta":\n  "a"}', '{"delta":"a KEY"}', '[DONE]']) capture.addEvent(event)
    const { view } = await store(capture)
    expect(view).toEqual({
      step: 1,
      warnings: [],
      attempts: [
        {
          attempt: 1, adapter: 'anthropic', endpoint: 'https://api.example', request: { model: 'm', key: '…' },
          events: ['{"delta":   "a"}', '{"delta":"a …"}', '[DONE]'], cut: false,
        },
      ],
    })
  })

  it('is compressed when it is large, and reads the same [F016-A6]', async () => {
    const capture = new WireCapture(OPTIONS)
    const request = { text: 'many words '.repeat(20_000) }
    capture.addRequest(JSON.stringify(request))
    const { wire, view } = await store(capture)
    expect(wire?.encoding).toBe('zstd')
    expect(wire?.request.byteLength).toBeLessThan(5000)
    expect(view.attempts[0]).toMatchObject({ request, events: [] })
  })

  it('keeps the beginning of an endless answer and says that it is cut [F016-A5]', async () => {
    const capture = new WireCapture(OPTIONS)
    const event = JSON.stringify('x '.repeat(32 * 1024))
    capture.addRequest('{}')
    for (let sent = 0; sent < 50; sent += 1) capture.addEvent(event)
    const { view } = await store(capture)
    expect(view.attempts[0]).toMatchObject({ cut: true })
    expect(view.attempts[0]?.events.length).toBe(Math.floor(2 * 1024 * 1024 / event.length))
  })

  it('is sealed once, and not at all when nothing was sent', async () => {
    const capture = new WireCapture(OPTIONS)
    expect(await capture.seal()).toBeUndefined()
    capture.addRequest('{}')
    expect(await capture.seal()).toBeDefined()
    expect(await capture.seal()).toBeUndefined()
  })

  it('is not there when the commit that it came with was refused [F016-A1]', async () => {
    const { wire, run, store: opened } = await store(newCapture())
    const late = { ...wire!, attempt: 2 }
    await expect(
      opened.runs.commit({ runId: run.id, fence: run.fence - 1, at: AT, events: () => [], wire: late }),
    ).rejects.toMatchObject({ code: 'conflict' })
    expect(await opened.runs.readWires(run.id, 1)).toHaveLength(1)
  })

  it('of a step that never began is not there [F016-A8]', async () => {
    const { run, store: opened } = await store(newCapture())
    await expect(readStepWire(opened.runs, run.id, 2)).rejects.toMatchObject({ code: 'not-found' })
  })
})

function newCapture(): WireCapture {
  const capture = new WireCapture(OPTIONS)
  capture.addRequest('{}')
  return capture
}
