import { describe, expect, it, onTestFinished } from 'vitest'
import { startRunSchema } from '#shared/run'
import { pathTo } from '#shared/run-path'
import { AppError } from '#server/errors'
import { type Answer, createFakeProvider, say } from '../support/fake-provider'
import { createInProcessApp, PERSON, type RunOrder, runToRest } from '../support/in-process-app'

const fail: Answer = async function* () {
  yield { type: 'text-delta', text: 'Half' }
  throw new AppError('provider-rejected', 'Refused.', { kind: 'bad-request' })
}

/** A conversation with a scripted model, and what the model was asked. */
async function openConversation(answers: readonly Answer[]) {
  const provider = createFakeProvider(answers)
  const app = await createInProcessApp({}, {
    adapters: [{ ...provider, setup: { kind: 'scripted', kindLabel: 'Scripted', name: 'Scripted', origin: 'built-in' } }],
  })
  onTestFinished(() => app.close())
  const { id } = await app.conversations.create(PERSON, {})
  const run = async (input: string, parent?: RunOrder['parent']) => (await runToRest(app, id, {
    input, model: 'scripted/any', ...(parent !== undefined && { parent }),
  }))[0]!.runId
  const lastAsked = () => provider.requests.at(-1)?.messages.flatMap(message =>
    message.role === 'user'
      ? message.content.map(block => block.type === 'text' ? block.text : '?')
      : message.role === 'assistant' ? message.parts.map(part => part.type === 'text' ? part.text : '?') : [])
  return { app, id, run, lastAsked }
}

describe('a run that follows a given one', () => {
  it('takes the place of a failed one: the model gets the question once and nothing of the failed answer [F005-A31]', async () => {
    const { app, id, run, lastAsked } = await openConversation([say('One.'), fail, say('Two.'), say('Three.')])
    const first = await run('first')
    const failed = await run('second')
    const retried = await run('second', first)
    expect(lastAsked()).toEqual(['first', 'One.', 'second'])

    await run('third')
    expect(lastAsked()).toEqual(['first', 'One.', 'second', 'Two.', 'third'])
    const { runs } = await app.conversations.find(PERSON, id)
    expect(pathTo(runs, runs.at(-1)?.id).map(item => item.id)).toEqual([first, retried, runs.at(-1)?.id])
    expect(runs.map(item => item.id)).toContain(failed)
    expect((await app.runs.find(PERSON, failed)).view.error?.message).toBe('Refused.')
    const { items } = await app.audit.list({ run: failed }, { limit: 10 }, { ...PERSON, role: 'admin' })
    expect(items.map(item => item.kind)).toContain('run.ended')
  })

  it('begins the conversation anew when it follows none [F005-A31]', async () => {
    const { run, lastAsked } = await openConversation([fail, say('Again.')])
    await run('first')
    await run('first', null)
    expect(lastAsked()).toEqual(['first'])
  })

  it('is refused when there is no such run in its conversation, and names the field [F005-A31]', async () => {
    const { app, id, run } = await openConversation([say('One.')])
    const elsewhere = await app.conversations.create(PERSON, {})
    const first = await run('first')
    const body = startRunSchema.parse({ input: 'x', model: 'scripted/any', parent: first })
    await expect(app.runs.start(PERSON, { ...body, conversationId: elsewhere.id })).rejects.toMatchObject({
      code: 'invalid-request', details: [{ field: 'parent' }],
    })
    expect((await app.conversations.find(PERSON, elsewhere.id)).runs).toEqual([])
    expect((await app.conversations.find(PERSON, id)).runs).toHaveLength(1)
  })
})
