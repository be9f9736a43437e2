import { expect, it, onTestFinished } from 'vitest'
import { startRunSchema } from '#shared/run'
import { createFakeProvider, say } from '../support/fake-provider'
import { createInProcessApp, PERSON } from '../support/in-process-app'

it('a system prompt is kept with its conversation, goes with each run, and is gone once emptied [F014-A30]', async () => {
  const provider = createFakeProvider([say('1'), say('2'), say('3'), say('4')])
  const app = await createInProcessApp({}, {
    adapters: [{ ...provider, setup: { kind: 'scripted', kindLabel: 'Scripted', name: 'Scripted', origin: 'built-in' } }],
  })
  onTestFinished(() => app.close())
  const { id } = await app.conversations.create(PERSON, { system: 'Be brief.' })
  const ask = async (system?: string) => {
    const run = await app.runs.start(PERSON, {
      ...startRunSchema.parse({ input: 'Hello', model: 'scripted/any', tools: { mode: 'none' }, ...(system !== undefined && { system }) }),
      conversationId: id,
    })
    await expect.poll(async () => (await app.runs.find(PERSON, run.id)).state).toBe('completed')
  }
  await ask()
  await ask('Rhyme.')
  await ask()
  expect((await app.conversations.find(PERSON, id)).system).toBe('Rhyme.')
  await ask('')

  expect(provider.requests.map(request => request.system)).toEqual(['Be brief.', 'Rhyme.', 'Rhyme.', undefined])
  expect(await app.conversations.find(PERSON, id)).not.toHaveProperty('system')
})
