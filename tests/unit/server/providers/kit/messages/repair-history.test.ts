import { expect, it } from 'vitest'
import type { Message, ToolResult } from '#shared/message'
import { repairHistory } from '#server/providers/kit/messages/repair-history'

const user: Message = { role: 'user', content: [{ type: 'text', text: 'Hi' }] }
const result = (callId: string): ToolResult => ({ callId, name: 'add', outcome: { status: 'ok', content: [], durationMs: 1 } })
const turn = (...callIds: string[]): Message => ({
  role: 'assistant',
  origin: { adapter: 'a', endpoint: 'e', model: 'm' },
  parts: callIds.map(callId => ({ type: 'tool-call', callId, name: 'add', arguments: { ok: true, value: {} } })),
})

const rolesOf = (messages: readonly Message[]) => repairHistory(messages).entries.map(({ role }) => role)

it('leaves a whole history as it is, and says where each piece came from', () => {
  const { entries, warnings } = repairHistory([user, turn('1', '2'), { role: 'tool', results: [result('1'), result('2')] }, turn()])
  expect(entries).toEqual([
    { ...user, path: '/messages/0' },
    { ...turn('1', '2'), path: '/messages/1' },
    { role: 'tool', results: [{ ...result('1'), path: '/messages/2/results/0' }, { ...result('2'), path: '/messages/2/results/1' }] },
    { ...turn(), path: '/messages/3' },
  ])
  expect(warnings).toEqual([])
})

it('answers a call without result as cancelled, in call order, and names it', () => {
  const { entries: [, , tool], warnings } = repairHistory([user, turn('1', '2'), { role: 'tool', results: [result('2')] }])
  expect(tool).toMatchObject({
    role: 'tool', results: [{ callId: '1', outcome: { status: 'cancelled' } }, { callId: '2', outcome: { status: 'ok' } }],
  })
  expect(warnings).toMatchObject([{ tool: 'add', path: '/messages/1', keyword: 'result', action: 'replaced-by-text' }])
})

it('brings a result back to its call, and leaves out one that has none or comes twice', () => {
  const { entries, warnings } = repairHistory([turn('1'), user, { role: 'tool', results: [result('1'), result('1'), result('9')] }])
  expect(entries).toMatchObject([{ role: 'assistant' }, { role: 'tool', results: [{ callId: '1' }] }, { role: 'user' }])
  expect(warnings).toMatchObject([{ path: '/messages/2/results/2', keyword: 'result', action: 'left-out' }])
})

it('says that a message is empty, so that the turns go on alternating', () => {
  const blank: Message = { role: 'user', content: [{ type: 'text', text: ' \n' }, { type: 'text', text: '' }] }
  expect(repairHistory([blank]).entries).toMatchObject([{ role: 'user', content: [{ type: 'text', text: '(This message is empty.)' }] }])
  expect(rolesOf([blank, turn(), blank])).toEqual(['user', 'assistant', 'user'])
})
