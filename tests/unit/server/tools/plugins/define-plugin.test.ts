import { expect, it } from 'vitest'
import { z } from 'zod'
import { createToolGate } from '#server/tools/execute-tool-call'
import { definePlugin, defineTool, textResult, ToolTimeLimitError, type ToolCallResult } from '#server/tools/plugins/define-plugin'
import { createToolRegistry } from '#server/tools/registry'
import { createInputValidator } from '#server/tools/validate-input'
import { createFakeToolStore } from '../../../../support/fake-tool-source'

const input = z.strictObject({ names: z.array(z.string().trim().min(1, 'text that is not blank')) })

/** Calls a plugin's tool through the gate. */
async function greet(names: readonly string[], run: () => Promise<ToolCallResult>) {
  const tool = defineTool({ name: 'greet', title: 'Greet', description: 'Greets.', input, annotations: { readOnlyHint: true }, run })
  const registry = await createToolRegistry({ sources: [definePlugin('house', 'House', [tool])], store: createFakeToolStore() })
  const signal = new AbortController().signal
  const gate = createToolGate({ registry, isActive: async () => true, validate: createInputValidator(), timeoutMs: 5_000, maxResultBytes: 1_000, deadline: signal })
  const log: string[] = []
  const recorder = { refused: async () => void log.push('refused'), started: async () => void log.push('started'), ended: async () => void log.push('ended') }
  const request = { callId: 'c1', name: 'greet', arguments: { ok: true as const, value: { names } }, initiator: 'model' as const, offered: ['greet'], scope: 'r1/1' }
  return { result: await gate(request, { userId: 'ada', recorder, signal, onProgress: () => {} }), log }
}

it('what only the plugin\'s own schema can tell counts as invalid arguments, and nothing runs [F003-A27]', async () => {
  const { result, log } = await greet(['Ada', ' '], () => Promise.resolve(textResult('done')))
  expect(result).toMatchObject({
    outcome: { status: 'invalid-input', issues: [{ path: '/names/1', expected: 'text that is not blank', got: '" "' }] },
  })
  expect(log).toEqual(['refused'])
})

it('a tool whose own time limit struck has timed out, and says so in its words [F003-A28]', async () => {
  const { result, log } = await greet(['Ada'], () => Promise.reject(new ToolTimeLimitError('Ada took too long.')))
  expect(result).toMatchObject({ outcome: { status: 'timed-out', content: [{ text: 'Ada took too long.' }] } })
  expect(log).toEqual(['started', 'ended'])
})
