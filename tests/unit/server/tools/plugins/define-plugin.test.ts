import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { type AdmittedCall, createToolGate } from '#server/tools/execute-tool-call'
import {
  definePlugin, defineTool, textResult, ToolTimeLimitError, type ToolCallContext, type ToolCallResult,
} from '#server/tools/plugins/define-plugin'
import { createToolRegistry } from '#server/tools/registry'
import { createFakeToolStore } from '../../../../support/fake-tool-source'

const input = z.strictObject({
  names: z.array(z.string().trim().min(1, 'text that is not blank')),
  tone: z.enum(['warm', 'plain']).default('plain'),
  times: z.number().max(3).optional().refine((times) => {
    if (times === 3) throw new Error('broken rule')
    return true
  }),
})
type Input = z.output<typeof input>
const READS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }

/** Calls a plugin's tool through the gate. */
async function greet(given: Record<string, unknown>, run: (input: Input, context: ToolCallContext) => Promise<ToolCallResult>) {
  const tool = defineTool({ name: 'greet', title: 'Greet', description: 'Greets.', input, annotations: READS, run })
  const registry = await createToolRegistry({ sources: [definePlugin('house', 'House', [tool])], store: createFakeToolStore() })
  const signal = new AbortController().signal
  const gate = createToolGate({
    registry, newId: () => crypto.randomUUID(), isActive: async () => true, timeoutMs: 5_000, maxResultBytes: 1_000, deadline: signal,
  })
  const log: string[] = []
  const recorder = {
    refused: async () => void log.push('refused'),
    started: async (call: AdmittedCall) => void log.push(`started ${JSON.stringify(call.input)}`),
    ended: async () => void log.push('ended'),
  }
  const request = {
    callId: 'c1', name: 'greet', arguments: { ok: true as const, value: given }, initiator: 'model' as const, offered: ['greet'],
    scope: 'r1/1',
  }
  return { result: await gate(request, { userId: 'ada', recorder, signal, onProgress: () => {} }), log }
}

it('what only the plugin\'s own schema can tell counts as invalid arguments, and nothing runs [F003-A27]', async () => {
  const { result, log } = await greet({ names: ['Ada', ' '] }, () => Promise.resolve(textResult('done')))
  expect(result).toMatchObject({
    outcome: { status: 'invalid-input', issues: [{ path: '/names/1', expected: 'text that is not blank', got: '" "' }] },
  })
  expect(log).toEqual(['refused'])
})

it.each<[string, Record<string, unknown>, { path: string, expected: string, got: string }]>([
  ['lacks a field', {}, { path: '/names', expected: 'a value: this field is required', got: 'nothing' }],
  ['is of another type', { names: 'Ada' }, { path: '/names', expected: 'type array', got: '"Ada"' }],
  ['has a field too many', { 'names': ['Ada'], 'a/b': 1 }, { path: '/a~1b', expected: 'no value: unknown field, remove it', got: '1' }],
  ['is none of the values', { names: ['Ada'], tone: 'rude' }, { path: '/tone', expected: 'one of ["warm","plain"]', got: '"rude"' }],
  ['is out of range', { names: ['Ada'], times: 4 }, { path: '/times', expected: 'number to be <=3', got: '4' }],
])('input that %s is named with field, expectation and what came [F003-A4]', async (_what, given, issue) => {
  const { result, log } = await greet(given, () => Promise.resolve(textResult('done')))
  expect(result).toMatchObject({ outcome: { status: 'invalid-input', issues: [issue] } })
  expect(log).toEqual(['refused'])
})

it('arguments are parsed once, and the tool gets them with its defaults; the record keeps what was given [F003-A92]', async () => {
  const run = vi.fn(async () => textResult('done'))
  const parsed = vi.spyOn(input, 'safeParse')
  const { log } = await greet({ names: [' Ada '] }, run)
  expect(parsed).toHaveBeenCalledOnce()
  expect(run).toHaveBeenCalledExactlyOnceWith({ names: ['Ada'], tone: 'plain' }, expect.anything())
  expect(log).toEqual(['started {"names":[" Ada "]}', 'ended'])
})

it('a rule of the plugin that throws is a failure of the tool, which does not run', async () => {
  const { result, log } = await greet({ names: ['Ada'], times: 3 }, () => Promise.resolve(textResult('done')))
  expect(result).toMatchObject({
    outcome: { status: 'failed', content: [{ text: expect.stringContaining('could not be validated: broken rule') }, {}] },
  })
  expect(log).toEqual(['refused'])
})

it('a tool whose own time limit struck has timed out, and says so in its words [F003-A28]', async () => {
  const { result, log } = await greet({ names: ['Ada'] }, () => Promise.reject(new ToolTimeLimitError('Ada took too long.')))
  expect(result).toMatchObject({
    outcome: {
      status: 'timed-out', content: [{ text: 'greet was stopped: Ada took too long.' }, { text: expect.stringContaining('ask for less') }],
    },
  })
  expect(log).toEqual(['started {"names":["Ada"]}', 'ended'])
})

describe('defineTool', () => {
  const define = (object: z.ZodObject, annotations = READS) => () => defineTool({
    name: 'greet', title: 'Greet', description: 'Greets.', input: object, annotations, run: async () => textResult('done'),
  })

  it('refuses a tool that only reads and destroys [F003-A97]', () => {
    expect(define(input, { ...READS, destructiveHint: true })).toThrow(
      'Tool greet: readOnlyHint and destructiveHint contradict each other.',
    )
    expect(define(input, { ...READS, readOnlyHint: false, destructiveHint: true })).not.toThrow()
    // MCP gives this hint a meaning only for tools that write.
    expect(define(input, { ...READS, idempotentHint: false })).not.toThrow()
  })

  it.each<[string, z.ZodObject, string]>([
    ['the input', z.object({ name: z.string() }), 'its input accepts'],
    ['an input that takes any field', z.looseObject({ name: z.string() }), 'its input accepts'],
    ['an input with a type for further fields', z.strictObject({ name: z.string() }).catchall(z.string()), 'its input accepts'],
    ['a field', z.strictObject({ to: z.object({ name: z.string() }) }), 'its input at /to accepts'],
    ['an optional field', z.strictObject({ to: z.object({ name: z.string() }).nullish() }), 'its input at /to accepts'],
    ['an entry of a list', z.strictObject({ to: z.array(z.object({ name: z.string() })) }), 'its input at /to/* accepts'],
    ['a value of a record', z.strictObject({ to: z.record(z.string(), z.object({ name: z.string() })) }), 'its input at /to/* accepts'],
    ['a choice', z.strictObject({ to: z.union([z.string(), z.object({ name: z.string() })]) }), 'its input at /to accepts'],
  ])('refuses %s that is not strict [F003-A97]', (_what, object, message) => {
    expect(define(object)).toThrow(`Tool greet: ${message} unknown fields and drops them. Use z.strictObject in place of z.object.`)
  })

  it('takes strict objects, records and a field named like a keyword of JSON Schema [F003-A97]', () => {
    const named = z.strictObject({
      properties: z.strictObject({ properties: z.string() }), fields: z.record(z.string(), z.number()), limit: z.number().default(1),
    })
    expect(define(named)).not.toThrow()
  })
})
