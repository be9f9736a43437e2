import { expect, it } from 'vitest'
import type { Message, ToolResult } from '#shared/message'
import { repairHistory } from '#server/providers/kit/repair-history'

const user: Message = { role: 'user', content: [{ type: 'text', text: 'Hi' }] }
const result = (callId: string): ToolResult => ({ callId, name: 'add', outcome: { status: 'ok', content: [], durationMs: 1 } })
const turn = (...callIds: string[]): Message => ({
  role: 'assistant',
  origin: { adapter: 'a', endpoint: 'e', model: 'm' },
  parts: callIds.map(callId => ({ type: 'tool-call', callId, name: 'add', arguments: { ok: true, value: {} } })),
})

it('leaves a whole history as it is', () => {
  const messages: Message[] = [user, turn('1', '2'), { role: 'tool', results: [result('1'), result('2')] }, turn()]
  expect(repairHistory(messages)).toEqual(messages)
})

it('answers a call without result as cancelled, in call order', () => {
  const [, , tool] = repairHistory([user, turn('1', '2'), { role: 'tool', results: [result('2')] }])
  expect(tool).toMatchObject({ role: 'tool', results: [{ callId: '1', outcome: { status: 'cancelled' } }, { callId: '2', outcome: { status: 'ok' } }] })
})

it('brings a result back to its call, and drops one that has none or comes twice', () => {
  const repaired = repairHistory([turn('1'), user, { role: 'tool', results: [result('1'), result('1'), result('9')] }])
  expect(repaired).toEqual([turn('1'), { role: 'tool', results: [result('1')] }, user])
})
