import type { EventHandler } from 'h3'
import { describe, expect, it, onTestFinished } from 'vitest'
import exportRoute from '#server/api/conversations/[id]/export.get'
import { createActor } from '../support/actors'
import { callTools, createFakeProvider, say } from '../support/fake-provider'
import { createInProcessApp, PERSON, runToRest } from '../support/in-process-app'
import { serveRoutes } from '../support/serve-routes'

const setup = { kind: 'scripted', kindLabel: 'Scripted', name: 'Scripted', origin: 'built-in' } as const

async function exportChat(query: string) {
  const answers = [
    callTools([['calculate', { expression: '6 * 7' }]], 'Let me see.'), say('It is **42**.'), say('Replaced.'), say('Again: ```42```'),
  ]
  const app = await createInProcessApp({}, { adapters: [{ ...createFakeProvider(answers), setup }] })
  onTestFinished(() => app.close())
  const { id } = await app.conversations.create(PERSON, { system: 'Answer briefly.' })
  const first = (await runToRest(app, id, { input: 'What is 6 * 7?', model: 'scripted/any' }))[0]!.runId
  await runToRest(app, id, { input: 'And again?', model: 'scripted/any', parent: first })
  await runToRest(app, id, { input: 'And again?', model: 'scripted/any', parent: first, system: 'Use code.' })
  const handler: EventHandler = exportRoute
  const url = await serveRoutes(
    { 'GET /api/conversations/:id/export': handler }, { services: app, actor: createActor({ ...PERSON, role: 'user', via: 'token' }) },
  )
  const response = await fetch(`${url}/api/conversations/${id}/export${query}`)
  return { id, response, text: await response.text() }
}

describe('a chat that is exported', () => {
  it('as Markdown reads as its transcript, with its calls, its instructions and what was replaced [F008-A71]', async () => {
    const { response, text } = await exportChat('?format=md')
    expect(response.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    const disposition = /^attachment; filename="what-is-6-7-\d{4}-\d\d-\d\d\.md"; filename\*=UTF-8''what-is-6-7-\d{4}-\d\d-\d\d\.md$/
    expect(response.headers.get('content-disposition')).toMatch(disposition)
    const parts = [
      '# What is 6 \\* 7?', '## Instructions', 'Answer briefly.', '## You, 2', '## scripted/any', 'Let me see.',
      '**Called `calculate`**: ok',
      '```json\n{\n  "expression": "6 * 7"\n}\n```', '42', 'It is **42**.',
      '## Instructions', 'Use code.', 'And again?', 'Again: ```42```', '# Other attempts', '_Follows the message of 2', 'And again?',
      'Replaced.',
    ]
    let from = 0
    for (const part of parts) {
      expect(text.indexOf(part, from), part).toBeGreaterThanOrEqual(from)
      from = text.indexOf(part, from) + part.length
    }
    expect(text.match(/Answer briefly\./g)).toHaveLength(1)
  })

  it('as JSON is whole: every run with its instructions and events [F008-A71]', async () => {
    const { response, text } = await exportChat('')
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    const { title, runs } = JSON.parse(text)
    expect(title).toBe('What is 6 * 7?')
    expect(runs.map((run: { readonly system: string | null }) => run.system)).toEqual(['Answer briefly.', 'Answer briefly.', 'Use code.'])
    expect(runs[0].events.map((event: { readonly type: string }) => event.type)).toContain('tool-end')
    expect(text).not.toContain('"native"')
  })

  it('in another form is refused, and the forms are named [F008-A71]', async () => {
    const { response, text } = await exportChat('?format=pdf')
    expect(response.status).toBe(400)
    expect(text).toMatch(/json.*md/)
  })
})
