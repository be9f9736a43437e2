import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ToolOutcome } from '#shared/tool-outcome'
import { createBuiltInTools, playConversation } from '../support/demo-conversation'

const denied: ToolOutcome = {
  status: 'denied', note: 'not on my disk', content: [{ type: 'text', text: 'This call was not allowed.' }], durationMs: 0,
}

describe('the demo model with the built-in tools', () => {
  it('looks up a customer, reads her orders by id and adds the totals [F011-A1]', async () => {
    const { calls, answer } = await playConversation(
      'Look up Alice in the customer database, get her orders, and calculate the total', await createBuiltInTools(),
    )
    expect(calls.map(call => call.name)).toEqual(['list_tables', 'query_database', 'query_database', 'calculate'])
    expect(calls[1]?.input.sql).toContain('name LIKE \'%Alice%\'')
    expect(calls[2]?.input.sql).toMatch(/FROM orders WHERE customer_id = \d+/)
    expect(calls[3]?.input.expression).toBe('538.98 + 366.5 + 258.9 + 70.18')
    expect(answer).toContain('**1234.56**')
  })

  it('asks for the weather of two cities in one step [F011-A2]', async () => {
    const { steps, answer } = await playConversation('What is the weather in Paris and in Tokyo?', await createBuiltInTools())
    expect(steps[0]?.calls).toEqual([{ name: 'get_weather', input: { city: 'Paris' } }, { name: 'get_weather', input: { city: 'Tokyo' } }])
    expect(steps).toHaveLength(2)
    expect(answer).toMatch(/Paris.*\n\n.*Tokyo/)
  })

  it('reads a file, summarises it to the length and writes what it summarised [F011-A3]', async () => {
    const tools = await createBuiltInTools()
    const { calls, answer } = await playConversation(
      'Read notes/meeting.md, summarise it in 40 words, and write the summary to notes/summary.md', tools,
    )
    expect(calls.map(call => call.name)).toEqual(['read_file', 'write_file'])
    const written = await readFile(join(tools.workspace, 'notes/summary.md'), 'utf8')
    expect(written.split(/\s+/).length).toBeLessThanOrEqual(40)
    expect(written.split(/\s+/).length).toBeGreaterThan(30)
    expect(answer).toContain(written)
  })

  it('says that it was not allowed, and does not ask again [F011-A5]', async () => {
    const tools = await createBuiltInTools()
    const {
      calls, answer,
    } = await playConversation('Read notes/meeting.md, summarise it in 40 words, and write the summary to notes/summary.md', {
      ...tools,
      execute: async (name, input) => name === 'write_file' ? denied : tools.execute(name, input),
    })
    expect(calls.filter(call => call.name === 'write_file')).toHaveLength(1)
    expect(answer).toContain('I was not allowed to use `write_file`')
    expect(answer).toContain('not on my disk')
  })

  it('does nothing that depends on a denied call [F011-A5]', async () => {
    const tools = await createBuiltInTools()
    const { calls, answer } = await playConversation(
      'Read notes/meeting.md, summarise it in 40 words, and write the summary to notes/summary.md',
      { ...tools, execute: async () => denied },
    )
    expect(calls.map(call => call.name)).toEqual(['read_file'])
    expect(answer).toContain('I left out "write the summary to notes/summary.md"')
  })

  it('follows the hint of a fault once and says what failed [F011-A6]', async () => {
    const { calls, answer } = await playConversation('read notes/nothing.md', await createBuiltInTools())
    expect(calls).toEqual([
      { name: 'read_file', input: { path: 'notes/nothing.md' } }, { name: 'list_directory', input: { path: 'notes' } },
    ])
    expect(answer).toContain('`read_file` failed')
    expect(answer).toContain('meeting.md')
  })

  it.each([
    ['what is 12.5% of 840?', 'calculate', { expression: '12.5 / 100 * 840' }, '**105**'],
    ['list the files', 'list_directory', {}, 'README.md'],
    ['search for desk in the notes', 'search_files', { path: 'notes', content: 'desk' }, 'notes/meeting.md'],
    ['how many products cost more than 50', 'query_database', { sql: 'SELECT COUNT(*) AS count FROM products WHERE price > 50' }, '**8**'],
    ['Which customers live in Berlin?', 'query_database', { sql: 'SELECT * FROM customers WHERE city LIKE \'Berlin\' LIMIT 50' }, 'Bruno'],
    [
      'show the 3 most expensive products', 'query_database', { sql: 'SELECT * FROM products ORDER BY price DESC LIMIT 3' },
      'Standing Desk',
    ],
    [
      'How much did Alice spend?', 'query_database', { sql: 'SELECT ROUND(SUM(total), 2) AS sum_total FROM orders WHERE customer_id = 1' },
      '1234.56',
    ],
    ['SELECT count(*) AS n FROM orders', 'query_database', { sql: 'SELECT count(*) AS n FROM orders' }, '**30**'],
    ['Write "hello world" to notes/hello.txt', 'write_file', { path: 'notes/hello.txt', content: 'hello world' }, 'notes/hello.txt'],
    ['Write hi to notes/a.txt', 'write_file', { path: 'notes/a.txt', content: 'hi' }, 'notes/a.txt'],
    ['Please write the words buy milk into todo.md.', 'write_file', { path: 'todo.md', content: 'buy milk' }, 'todo.md'],
    ['create a file called test.txt containing hello', 'write_file', { path: 'test.txt', content: 'hello' }, 'test.txt'],
    ['What is in notes/meeting.md?', 'read_file', { path: 'notes/meeting.md' }, 'Planning meeting'],
    ['How warm is it in Paris?', 'get_weather', { city: 'Paris' }, 'Paris'],
  ])('answers "%s"', async (request, name, input, expected) => {
    const { calls, answer } = await playConversation(request, await createBuiltInTools())
    expect(calls.at(-1)).toEqual({ name, input })
    expect(answer).toContain(expected)
  })

  it.each([
    'write summary to notes/s.md', 'save the result in notes/s.md', 'put it into notes/s.md',
  ])('does not take what it speaks of for the text itself: %s', async (request) => {
    const { calls } = await playConversation(request, await createBuiltInTools())
    expect(calls).toEqual([])
  })

  it('asks the previous question again about something else', async () => {
    const tools = await createBuiltInTools()
    const first = await playConversation('What is the weather in Paris?', tools)
    const second = await playConversation('and in Tokyo?', { ...tools, before: first.messages })
    expect(second.calls).toEqual([{ name: 'get_weather', input: { city: 'Tokyo' } }])
  })

  it.each([
    'Write a python function that reverses a list', 'list three colors', 'who wrote Hamlet?', 'how many days has a year?', 'count to ten',
  ])('calls no tool for a request that has nothing to do with one: %s [F011-A11]', async (request) => {
    const { calls, answer } = await playConversation(request, await createBuiltInTools())
    expect(calls).toEqual([])
    expect(answer).toContain('None of the tools in this chat fits')
  })

  it('calls no tool that only reads for what is to be written [F011-A11]', async () => {
    const { tools, execute } = await createBuiltInTools()
    const { calls } = await playConversation('Write hi to notes/a.txt', {
      tools: tools.filter(({ name }) => name !== 'write_file'), execute,
    })
    expect(calls).toEqual([])
  })
})
