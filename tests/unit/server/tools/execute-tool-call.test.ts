import { describe, expect, it } from 'vitest'
import { createToolGate, type ToolCallRecorder, type ToolCallRequest } from '#server/tools/execute-tool-call'
import { createToolRegistry } from '#server/tools/registry'
import { createFakeToolSource, createFakeToolStore, type FakeTool } from '../../../support/fake-tool-source'

const ADD: FakeTool = {
  name: 'add',
  inputSchema: {
    type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } }, required: ['a', 'b'], additionalProperties: false,
  },
}
const WRITE: FakeTool = { name: 'write', annotations: { readOnlyHint: false, destructiveHint: true } }
const HANG: FakeTool = { name: 'hang', run: () => new Promise(() => {}) }

async function createGate(tools: readonly FakeTool[] = [ADD, WRITE, HANG]) {
  const source = createFakeToolSource(tools)
  const registry = await createToolRegistry({ sources: [source], store: createFakeToolStore() })
  const log: string[] = []
  const recorder: ToolCallRecorder = {
    refused: async (request, outcome) => void log.push(`refused ${request.name} ${outcome.status}`),
    started: async call => void log.push(`started ${call.tool.id}`),
    ended: async (call, outcome) => void log.push(`ended ${call.tool.id} ${outcome.status}`),
  }
  const deadline = new AbortController()
  const account = { isActive: true }
  const gate = createToolGate({
    registry, newId: () => crypto.randomUUID(), isActive: async userId => userId === 'ada' && account.isActive, timeoutMs: 50,
    maxResultBytes: 1000, deadline: deadline.signal,
  })
  const run = (request: Partial<ToolCallRequest>, signal = new AbortController().signal) => gate(
    {
      callId: 'c1', name: 'add', arguments: { ok: true, value: {} }, initiator: 'model', offered: tools.map(tool => tool.name),
      scope: 'r1/1', ...request,
    },
    { userId: 'ada', recorder, signal, onProgress: () => {} },
  )
  return { run, log, source, registry, recorder, deadline, account }
}

const valid = { ok: true as const, value: { a: 1, b: 2 } }

describe('the gate', () => {
  it('commits the start before the tool runs, and the end after it [F003-A1]', async () => {
    const { run, log } = await createGate()
    expect(await run({ arguments: valid })).toMatchObject({
      status: 'done', outcome: { status: 'ok', content: [{ text: '{"a":1,"b":2}' }] },
    })
    expect(log).toEqual(['started fake/add', 'ended fake/add ok'])
  })

  it('does not run a tool whose start cannot be recorded [F003-A1]', async () => {
    const { run, source, recorder } = await createGate()
    Object.assign(recorder, { started: () => Promise.reject(new Error('disk full')) })
    await expect(run({ arguments: valid })).rejects.toThrow('disk full')
    expect(source.calls).toEqual([])
  })

  it('tells a model which tools there are when it names one that is not [F003-A2]', async () => {
    const { run, log, source } = await createGate()
    const result = await run({ name: 'subtract' })
    expect(result).toMatchObject({ outcome: { status: 'unknown-tool', content: [{ text: expect.stringContaining('add, write, hang') }] } })
    expect(log).toEqual(['refused subtract unknown-tool'])
    expect(source.calls).toEqual([])
  })

  it('does not know a tool that was not offered in this run [F003-A2]', async () => {
    const { run } = await createGate()
    expect(await run({ arguments: valid, offered: ['write'] })).toMatchObject({ outcome: { status: 'unknown-tool' } })
  })

  it('denies a tool that was turned off after it was offered, and says so [F003-A3]', async () => {
    const { run, registry, source, log } = await createGate()
    await registry.update('add', { enabled: false })
    expect(await run({ arguments: valid })).toMatchObject({
      outcome: {
        status: 'denied', content: [
          { text: expect.stringContaining('An administrator turned this tool off.') }, { text: expect.stringContaining('Do not repeat') },
        ],
      },
    })
    expect(log).toEqual(['refused add denied'])
    expect(source.calls).toEqual([])
  })

  it.each(['model', 'person'] as const)('denies each call of a %s whose account is suspended or deleted [F012-A33]', async (initiator) => {
    const { run, log, source, account } = await createGate()
    await run({ initiator, arguments: valid })
    account.isActive = false
    expect(await run({ initiator, arguments: valid })).toMatchObject({
      outcome: { status: 'denied', content: [{ text: expect.stringContaining('suspended or deleted') }, {}] },
    })
    expect(log).toEqual(['started fake/add', 'ended fake/add ok', 'refused add denied'])
    expect(source.calls).toHaveLength(1)
  })

  it('names field, expectation and what came when arguments are wrong [F003-A4]', async () => {
    const { run, log } = await createGate()
    const result = await run({ arguments: { ok: true, value: { a: 'one', c: 3 } } })
    expect(result).toMatchObject({
      outcome: {
        status: 'invalid-input',
        issues: expect.arrayContaining([
          { path: '/b', expected: 'a value: this field is required', got: 'nothing' },
          { path: '/a', expected: 'type number', got: '"one"' },
          { path: '/c', expected: 'no value: unknown field, remove it', got: '3' },
        ]),
      },
    })
    expect(log).toEqual(['refused add invalid-input'])
  })

  it('answers arguments that do not parse, and runs nothing [F003-A4]', async () => {
    const { run, source } = await createGate()
    expect(await run({ arguments: { ok: false, text: '{"a":', error: 'Unexpected end at position 5' } }))
      .toMatchObject({
        outcome: {
          status: 'invalid-input',
          content: [{ text: expect.stringContaining('got text that cannot be used as one. Unexpected end at position 5') }],
        },
      })
    expect(source.calls).toEqual([])
  })

  it('asks before a tool with effects, and runs it once the same call was allowed [F006-A1]', async () => {
    const { run, log } = await createGate()
    const asked = await run({ name: 'write', arguments: { ok: true, value: { text: 'x' } } })
    if (asked.status !== 'needs-approval') throw new Error('expected a question')
    expect(log).toEqual([])
    const allowed = await run({
      name: 'write', arguments: { ok: true, value: { text: 'x' } }, approval: { decision: 'allow', binding: asked.binding },
    })
    expect(allowed).toMatchObject({ outcome: { status: 'ok' } })
  })

  it('takes no answer that was given to other arguments [F006-A2]', async () => {
    const { run, source } = await createGate()
    const asked = await run({ name: 'write', arguments: { ok: true, value: { text: 'x' } } })
    if (asked.status !== 'needs-approval') throw new Error('expected a question')
    const changed = await run({
      name: 'write', arguments: { ok: true, value: { text: 'y' } }, approval: { decision: 'allow', binding: asked.binding },
    })
    expect(changed.status).toBe('needs-approval')
    expect(source.calls).toEqual([])
  })

  it('passes the note of a denial on to the model [F006-A3]', async () => {
    const { run } = await createGate()
    const asked = await run({ name: 'write' })
    if (asked.status !== 'needs-approval') throw new Error('expected a question')
    expect(await run({ name: 'write', approval: { decision: 'deny', binding: asked.binding, note: 'use another file' } }))
      .toMatchObject({
        outcome: { status: 'denied', note: 'use another file', content: [{ text: expect.stringContaining('use another file') }, {}] },
      })
  })

  it('passes it on also when the tool was turned off meanwhile [F006-A3]', async () => {
    const { run, registry } = await createGate()
    const asked = await run({ name: 'write' })
    if (asked.status !== 'needs-approval') throw new Error('expected a question')
    await registry.update('write', { enabled: false })
    expect(await run({ name: 'write', approval: { decision: 'deny', binding: asked.binding, note: 'use another file' } }))
      .toMatchObject({ outcome: { status: 'denied', note: 'use another file' } })
  })

  it('never runs a tool that is set to always deny, not even for a person [F006-A4]', async () => {
    const { run, registry, source } = await createGate()
    await registry.update('write', { approval: 'deny' })
    expect(await run({ name: 'write', initiator: 'person' })).toMatchObject({ outcome: { status: 'denied' } })
    expect(source.calls).toEqual([])
  })

  it('leaves a tool behind that ignores its time limit [F003-A5]', async () => {
    const { run } = await createGate()
    expect(await run({ name: 'hang' })).toMatchObject({ outcome: { status: 'timed-out' } })
  })

  it('gives a tool no more time than its caller has left, and no more than its own limit [F005-A27]', async () => {
    const { run } = await createGate()
    expect(await run({ name: 'hang', timeLeftMs: 10 })).toMatchObject({
      outcome: { status: 'timed-out', content: [{ text: expect.stringContaining('within 0.01 seconds') }, {}] },
    })
    expect(await run({ name: 'hang', timeLeftMs: 60_000 })).toMatchObject({
      outcome: { status: 'timed-out', content: [{ text: expect.stringContaining('within 0.05 seconds') }, {}] },
    })
  })

  it('does not know what came of a tool that was still at work when the server had to end [F005-A30]', async () => {
    const { run, log, recorder, deadline } = await createGate()
    Object.assign(recorder, { started: async () => deadline.abort() })
    expect(await run({ name: 'hang' })).toMatchObject({ outcome: { status: 'unknown' } })
    expect(log).toEqual(['ended fake/hang unknown'])
  })

  it('cancels a running tool when the run is stopped [F003-A5]', async () => {
    const { run, log, recorder } = await createGate()
    const stop = new AbortController()
    Object.assign(recorder, { started: async () => stop.abort(new Error('stopped')) })
    expect(await run({ name: 'hang' }, stop.signal)).toMatchObject({ outcome: { status: 'cancelled' } })
    expect(log).toEqual(['ended fake/hang cancelled'])
  })

  it('turns whatever a tool throws into an outcome [F003-A6]', async () => {
    const { run } = await createGate([{ name: 'add', run: () => Promise.reject(new Error('no such row')) }])
    expect(await run({})).toMatchObject({
      outcome: { status: 'failed', content: [{ text: 'add failed: no such row' }, { text: expect.stringContaining('tell the person') }] },
    })
  })

  it('cuts a result to the limit and says how large it was [F003-A7]', async () => {
    const { run } = await createGate([{ name: 'add', run: async () => ({ content: [{ type: 'text', text: 'aä€😀'.repeat(1500) }] }) }])
    const result = await run({})
    if (result.status !== 'done' || result.outcome.status !== 'ok') throw new Error('expected a result')
    expect(result.outcome.truncated?.bytes).toBeGreaterThan(10_000)
    expect(JSON.stringify(result.outcome.content).length).toBeLessThan(1000)
    const [block] = result.outcome.content
    const [kept = ''] = block?.type === 'text' ? block.text.split('\n[cut here') : []
    expect('aä€😀'.repeat(1500).startsWith(kept)).toBe(true)
    expect(kept.isWellFormed()).toBe(true)
  })

  it('gives the same call the same key, and another scope another one [F003-A8]', async () => {
    const keys: string[] = []
    const { run, recorder } = await createGate()
    Object.assign(recorder, { started: async (call: { idempotencyKey: string }) => void keys.push(call.idempotencyKey) })
    await run({ arguments: { ok: true, value: { a: 1, b: 2 } } })
    await run({ arguments: { ok: true, value: { b: 2, a: 1 } } })
    await run({ arguments: valid, scope: 'r2/1' })
    expect(keys[0]).toBe(keys[1])
    expect(keys[2]).not.toBe(keys[0])
  })
})

describe('the registry', () => {
  it('reports all names that two sources share at once [F003-A9]', async () => {
    const sources = [
      createFakeToolSource([{ name: 'a' }, { name: 'b' }], 'one'), createFakeToolSource([{ name: 'a' }, { name: 'b' }], 'two'),
    ]
    await expect(createToolRegistry({ sources, store: createFakeToolStore() })).rejects.toThrow('a (one and two), b (one and two)')
  })

  it('selects by name and by plugin, leaves out what is off, and names what is not there [F003-A9]', async () => {
    const sources = [createFakeToolSource([{ name: 'a' }, { name: 'b' }], 'one'), createFakeToolSource([{ name: 'c' }], 'two')]
    const registry = await createToolRegistry({ sources, store: createFakeToolStore() })
    await registry.update('b', { enabled: false })
    expect(registry.select({ mode: 'all' })).toEqual(['a', 'c'])
    expect(registry.select({ mode: 'plugins', plugins: ['two'] })).toEqual(['c'])
    expect(registry.select({ mode: 'selected', names: ['b', 'c'] })).toEqual(['c'])
    expect(() => registry.select({ mode: 'selected', names: ['x'] })).toThrow('Unknown: x. Available: a, b, c.')
  })
})
