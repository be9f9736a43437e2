import { describe, expect, it } from 'vitest'
import type { ToolAnnotations } from '#shared/tool'
import { decideApproval, defaultApprovalMode } from '#server/tools/approval-policy'
import { createTestGate } from '../../../support/test-gate'

const WRITE = { name: 'write', annotations: { readOnlyHint: false, destructiveHint: true } }
const yes = (binding: string) => ({ decision: 'allow' as const, binding })
const no = (binding: string, note?: string) => ({ decision: 'deny' as const, binding, note })

describe('a tool that nobody has set', () => {
  it.each<[string, ToolAnnotations, string]>([
    ['says nothing about itself', {}, 'ask'],
    ['has only a title', { title: 'Harmless' }, 'ask'],
    [
      'says that it does not delete, but not that it only reads', { destructiveHint: false, idempotentHint: true, openWorldHint: false },
      'ask',
    ],
    ['says that it does not only read', { readOnlyHint: false }, 'ask'],
    ['says that it only reads', { readOnlyHint: true }, 'allow'],
  ])('and that %s has the mode of its hints: %s is %s [F006-A10]', (_what, annotations, mode) => {
    expect(defaultApprovalMode(annotations)).toBe(mode)
  })

  it('asks when it says nothing about itself, and has not run then [F006-A10]', async () => {
    const { run, calls } = await createTestGate([{ name: 'bare', annotations: {} }])
    expect(await run({ name: 'bare' })).toMatchObject({
      status: 'needs-approval', reason: 'This tool is not read-only, so each call needs approval.',
    })
    expect(calls).toEqual([])
  })
})

describe('the policy', () => {
  it.each<['allow' | 'ask' | 'deny', 'model' | 'person', string]>([
    ['allow', 'model', 'allow'], ['ask', 'model', 'ask'], ['deny', 'model', 'deny'],
    ['allow', 'person', 'allow'], ['ask', 'person', 'allow'], ['deny', 'person', 'deny'],
  ])('of a tool that is set to %s answers a %s with %s, whatever the tool says about itself [F006-A4]', (mode, initiator, decision) => {
    for (const annotations of [{}, { readOnlyHint: true }, { destructiveHint: true }])
      expect(decideApproval(mode, annotations, initiator).decision).toBe(decision)
  })

  it('says why it asks', () => {
    expect(decideApproval('ask', { destructiveHint: true }, 'model')).toMatchObject({
      reason: 'This tool can overwrite or delete data.',
    })
    expect(decideApproval('ask', { readOnlyHint: true }, 'model')).toMatchObject({
      reason: 'An administrator requires approval for this tool.',
    })
  })
})

describe('a yes', () => {
  it('does not run a tool that was set to always deny since [F006-A11]', async () => {
    const { ask, run, registry, calls, log } = await createTestGate([WRITE])
    const binding = await ask({ name: 'write' })
    await registry.update('write', { approval: 'deny' })
    expect(await run({ name: 'write', approval: yes(binding) })).toMatchObject({ outcome: { status: 'denied' } })
    expect(calls).toEqual([])
    expect(log).toEqual(['refused write denied'])
  })

  it('does not run a tool that was turned off while its call waited, and says so [F003-A3]', async () => {
    const { ask, run, registry, calls } = await createTestGate([WRITE])
    const binding = await ask({ name: 'write' })
    await registry.update('write', { enabled: false })
    expect(await run({ name: 'write', approval: yes(binding) })).toMatchObject({
      outcome: { status: 'denied', content: [{ text: expect.stringContaining('turned this tool off') }, {}] },
    })
    expect(calls).toEqual([])
  })

  it.each([
    ['hints', { ...WRITE, annotations: { destructiveHint: true } }],
    ['schema', { ...WRITE, inputSchema: { type: 'object', properties: { path: { type: 'string' } } } }],
    ['description', { ...WRITE, description: 'Writes elsewhere.' }],
  ])('does not count when the %s of the tool changed since [F006-A2]', async (_what, changed) => {
    const first = await createTestGate([WRITE])
    const binding = await first.ask({ name: 'write' })
    const second = await first.reopen([changed])
    expect(await second.run({ name: 'write', approval: yes(binding) })).toMatchObject({ status: 'needs-approval' })
    expect(second.calls).toEqual([])
    const same = await first.reopen([WRITE])
    expect(await same.run({ name: 'write', approval: yes(binding) })).toMatchObject({ outcome: { status: 'ok' } })
  })

  it.each([
    ['another call', { callId: 'c2' }],
    ['another step', { scope: 'r1/2' }],
    ['another tool', { name: 'erase' }],
    ['other arguments', { arguments: { ok: true as const, value: { path: 'x' } } }],
  ])('does not count for %s [F006-A2]', async (_what, other) => {
    const { ask, run, calls } = await createTestGate([WRITE, { ...WRITE, name: 'erase' }])
    const binding = await ask({ name: 'write' })
    expect(await run({ name: 'write', ...other, approval: yes(binding) })).toMatchObject({ status: 'needs-approval' })
    expect(calls).toEqual([])
  })
})

describe('a no', () => {
  it.each(['allow', 'ask', 'deny'] as const)('holds, with its note, when the tool is set to %s since [F006-A12]', async (approval) => {
    const { ask, run, registry, calls, log } = await createTestGate([WRITE])
    const binding = await ask({ name: 'write' })
    await registry.update('write', { approval })
    const result = await run({ name: 'write', approval: no(binding, 'not this one') })
    expect(result).toMatchObject({
      outcome: {
        status: 'denied', note: 'not this one',
        content: [{ text: expect.stringContaining('A person denied it. The person says: not this one') }, {}],
      },
    })
    expect(calls).toEqual([])
    expect(log).toEqual(['refused write denied'])
  })

  it('holds when the tool changed since, and now would run without a question [F006-A12]', async () => {
    const first = await createTestGate([WRITE])
    const binding = await first.ask({ name: 'write' })
    const second = await first.reopen([{ name: 'write', annotations: { readOnlyHint: true } }])
    expect(await second.run({ name: 'write', approval: no(binding) })).toMatchObject({ outcome: { status: 'denied' } })
    expect(second.calls).toEqual([])
  })
})
