import { LLMock } from '@copilotkit/aimock'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { DurableEvent } from '#shared/run-event'
import { createInProcessApp, PERSON, runToRest } from '../support/in-process-app'
import { mockUsage } from '../support/providers/mock-usage'
import { MOCKED_SURFACES } from '../support/providers/surfaces'

/** The same script for every vendor: text with two parallel calls, a chained call, a final text. */
const SCRIPT = [
  {
    content: 'Let me look.',
    toolCalls: [{ name: 'get_weather', arguments: '{"city":"Paris"}' }, { name: 'get_weather', arguments: '{"city":"Tokyo"}' }],
  },
  { toolCalls: [{ name: 'calculate', arguments: '{"expression":"(18 + 24) / 2"}' }] },
  { content: 'On average it is 21 degrees.' },
] as const

const mock = new LLMock({ port: 0 })

beforeAll(async () => {
  SCRIPT.forEach((response, sequenceIndex) => mock.addFixture({
    match: { userMessage: /weather/, sequenceIndex }, response: { ...structuredClone(response), usage: mockUsage(30, 9) } as never,
  })) // Its type wants mutable arrays.
  await mock.start()
})
afterAll(() => mock.stop())

describe.each(MOCKED_SURFACES)('the loop with $name', ({ model, environment }) => {
  it('streams text beside two parallel calls, chains a third, and answers [F005-A18]', async () => {
    mock.clearRequests()
    mock.resetMatchCounts()
    const app = await createInProcessApp(environment(mock.url))
    onTestFinished(() => app.close())
    const { id } = await app.conversations.create(PERSON, {})
    const events = await runToRest(app, id, { input: 'How is the weather in Paris and Tokyo, on average?', model })

    expect(events.filter(event => !['step-end', 'translation-warning'].includes(event.type)).map(describeEvent)).toEqual([
      'run-start', 'step-start 1', 'text-end Let me look.', 'tool-call get_weather {"city":"Paris"}',
      'tool-call get_weather {"city":"Tokyo"}',
      'tool-start', 'tool-start', 'tool-end ok', 'tool-end ok',
      'step-start 2', 'tool-call calculate {"expression":"(18 + 24) / 2"}', 'tool-start', 'tool-end ok',
      'step-start 3', 'text-end On average it is 21 degrees.', 'run-end completed',
    ])
    expect(events.filter(event => event.type === 'step-end').map(event => event.finishReason)).toEqual(['tool-calls', 'tool-calls', 'stop'])
    expect(events.filter(event => event.type === 'step-end').every(event => event.usage.inputTokens > 0)).toBe(true)

    const audit = await app.audit.list({}, { limit: 100 }, { ...PERSON, role: 'admin' })
    const executions = audit.items.toReversed().filter(row => row.kind.startsWith('tool.'))
    expect(executions.map(row => `${row.kind} ${row.tool}`).toSorted()).toEqual([
      'tool.finished calculate', 'tool.finished get_weather', 'tool.finished get_weather',
      'tool.started calculate', 'tool.started get_weather', 'tool.started get_weather',
    ])
    expect(new Set(executions.map(row => row.callId)).size).toBe(3)
    expect(await app.audit.verify()).toMatchObject({ ok: true })

    const requests = mock.getRequests().filter(entry => entry.method === 'POST')
    expect(requests).toHaveLength(3)
    const [first, second, third] = requests.map(entry => JSON.stringify({ ...entry.body, tools: undefined }))
    expect(JSON.stringify(requests[0]!.body)).toContain('get_weather')
    expect(first).toContain('on average?')
    // Both results stand in the second request in the order of the calls, whichever tool was faster.
    expect(second!.lastIndexOf('Paris')).toBeLessThan(second!.lastIndexOf('Tokyo'))
    expect(third).toContain('21')
  })
})

function describeEvent(event: DurableEvent): string {
  switch (event.type) {
    case 'step-start':
      return `step-start ${event.step}`
    case 'text-end':
      return `text-end ${event.text}`
    case 'tool-call':
      return `tool-call ${event.name} ${JSON.stringify(event.arguments)}`
    case 'tool-end':
      return `tool-end ${event.outcome.status}`
    case 'run-end':
      return `run-end ${event.reason}`
    default:
      return event.type
  }
}
