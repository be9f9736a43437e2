import { describe, expect, it } from 'vitest'
import type { ToolDefinition } from '#shared/tool'
import type { ToolOutcome } from '#shared/tool-outcome'
import { playConversation } from '../../../../support/demo-conversation'

const string = { type: 'string' }
function tool(
  name: string, description: string, properties: Record<string, unknown>, required: readonly string[] = Object.keys(properties),
): ToolDefinition {
  return { name, description, annotations: {}, inputSchema: { type: 'object', properties, required } }
}

const TOOLS = [
  tool('crm__find_customer', 'Find a customer by name', { name: string }),
  tool('crm__list_orders', 'List the orders of a customer', { customer_id: { type: 'integer' } }),
  tool(
    'github__create_issue',
    'Create an issue in a repository',
    { title: string, body: string, labels: { type: 'array', items: string } },
    ['title'],
  ),
  tool('convert_currency', 'Convert an amount of money', {
    amount: { type: 'number' }, from: { enum: ['EUR', 'USD'] }, to: { enum: ['EUR', 'USD'] },
  }),
  tool('mail__send_email', 'Send an email', { to: { ...string, format: 'email' }, subject: string, body: string }, ['to', 'body']),
  tool('fetch_url', 'Fetch a web page', { url: string }),
]
const ok = (text: string): ToolOutcome => ({ status: 'ok', content: [{ type: 'text', text }], durationMs: 1 })
const always = (outcome: ToolOutcome) => ({ tools: TOOLS, execute: async () => outcome })

describe('the demo model with tools it has never seen', () => {
  it.each([
    ['create an issue titled "Login broken" with label bug', 'github__create_issue', { title: 'Login broken', labels: ['bug'] }],
    ['convert 100 EUR to USD', 'convert_currency', { amount: 100, from: 'EUR', to: 'USD' }],
    ['Send an email to bob@example.com saying hello there', 'mail__send_email', { to: 'bob@example.com', body: 'hello there' }],
    ['list orders of customer 42', 'crm__list_orders', { customer_id: 42 }],
  ])('fills the schema from "%s" [F011-A4]', async (request, name, input) => {
    expect((await playConversation(request, always(ok('done')))).calls).toEqual([{ name, input }])
  })

  it('puts the id that one call returned into the next [F011-A4]', async () => {
    const { steps } = await playConversation('Find customer Alice and list her orders', {
      tools: TOOLS,
      execute: async name => ok(name === 'crm__find_customer' ? '{"id":7,"name":"Alice"}' : '[{"id":1,"total":5}]'),
    })
    expect(steps.map(step => step.calls)).toEqual([
      [{ name: 'crm__find_customer', input: { name: 'Alice' } }],
      [{ name: 'crm__list_orders', input: { customer_id: 7 } }],
      [],
    ])
  })

  it('makes one call for each of several values in one step', async () => {
    const { steps } = await playConversation('fetch https://example.com/a and https://example.com/b', always(ok('page')))
    expect(steps[0]?.calls.map(call => call.input.url)).toEqual(['https://example.com/a', 'https://example.com/b'])
  })

  it('says what the request leaves open instead of inventing it', async () => {
    const { calls, answer } = await playConversation('list orders', always(ok('done')))
    expect(calls).toEqual([])
    expect(answer).toContain('`customer_id`')
  })

  it('mends refused arguments once and then gives up [F011-A6]', async () => {
    const refusal: ToolOutcome = {
      status: 'invalid-input',
      issues: [{ path: '/name', expected: 'type array', got: '"Alice"' }],
      content: [{ type: 'text', text: 'name: expected an array' }],
      durationMs: 0,
    }
    const { calls, answer } = await playConversation('find customer Alice', always(refusal))
    expect(calls.map(call => call.input)).toEqual([{ name: 'Alice' }, { name: ['Alice'] }])
    expect(answer).toContain('did not accept my arguments')
  })

  it('does not repeat a call that failed, and says why it failed [F011-A6]', async () => {
    const { calls, answer } = await playConversation('fetch https://example.com/a', always({
      status: 'failed',
      content: [{ type: 'text', text: 'fetch_url failed: no such host' }, { type: 'text', text: 'Tell the person.' }],
      durationMs: 1,
    }))
    expect(calls).toHaveLength(1)
    expect(answer).toBe('`fetch_url` failed: no such host')
  })

  it.each(['Tell me a joke', 'who are you?', 'hello'])('says to "%s" that it is no language model [F011-A7]', async (request) => {
    const { calls, answer } = await playConversation(request, always(ok('done')))
    expect(calls).toEqual([])
    expect(answer).toContain('not a language model')
    expect(answer).toContain('`fetch_url`')
  })

  it('says what to switch on when no tools are offered [F011-A7]', async () => {
    const { answer } = await playConversation('What is the weather in Paris?', { tools: [], execute: async () => ok('') })
    expect(answer).toContain('not a language model')
    expect(answer).toContain('tool picker')
  })
})
