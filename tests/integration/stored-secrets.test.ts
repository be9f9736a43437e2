import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createConsola } from 'consola'
import { expect, it, onTestFinished } from 'vitest'
import type { AuditCheckpoint } from '#shared/audit-checkpoint'
import { providers } from '#server/providers'
import type { Provider } from '#server/providers/provider'
import { callTools, createFakeProvider, say } from '../support/fake-provider'
import { createInProcessApp, PERSON, runToRest } from '../support/in-process-app'

/** Without the shape of any vendor's key: only its value gives it away. */
const KEY = 'canary.typed.by.an.admin.9182736455463728'

function createLog() {
  const written: string[] = []
  const log = createConsola({ level: 5, reporters: [{ log: ({ args }) => void written.push(args.join(' ')) }] })
  return { log, written }
}

/** A folder in which an admin once stored an API key, and a server that has just started on it. */
async function restartWithStoredKey(prepare: (folder: string) => Promise<void> = async () => {}) {
  const first = await createInProcessApp()
  await first.providers.create(PERSON, { kind: 'openai-compatible', name: 'Typed', baseUrl: 'http://127.0.0.1:9/v1', apiKey: KEY })
  await first.close()
  await prepare(first.folder)
  const { log, written } = createLog()
  const app = await createInProcessApp({}, { folder: first.folder, log })
  onTestFinished(() => app.close())
  return { app, log, written }
}

it('knows a stored API key from the start, in the log and in the audit, before anything used it [F007-A28]', async () => {
  const { app, log, written } = await restartWithStoredKey()
  log.error(new Error(`it said ${KEY}`))
  expect(written.join()).toContain('it said [redacted]')
  expect(written.join()).not.toContain(KEY)
  const seq = await app.audit.record({ kind: 'tool.finished', at: new Date().toISOString(), actor: PERSON, output: { text: KEY } })
  expect(await app.audit.find(seq, { ...PERSON, role: 'admin' })).toMatchObject({ output: { text: '[redacted]' } })
})

it.each(['secrets.key', 'audit.key'])('knows what stands in %s, in the log and in the audit [F007-A28]', async (name) => {
  const { log, written } = createLog()
  const app = await createInProcessApp({}, { log })
  onTestFinished(() => app.close())
  const key = (await readFile(join(app.folder, name), 'utf8')).trim()
  log.error(new Error(`it said ${key}`))
  expect(written.join()).not.toContain(key)
  const seq = await app.audit.record({ kind: 'tool.finished', at: new Date().toISOString(), actor: PERSON, output: { text: key } })
  expect(await app.audit.find(seq, { ...PERSON, role: 'admin' })).toMatchObject({ output: { text: '[redacted]' } })
})

it('starts without the key that sealed a stored one, and says which provider needs it again', async () => {
  const { written } = await restartWithStoredKey(folder => rm(join(folder, 'secrets.key')))
  expect(written.join()).toMatch(/API key of the provider "typed" could not be decrypted.*another secrets\.key/)
})

it('prints each signed checkpoint as a line that can be read back [F007-A24]', async () => {
  const { log, written } = createLog()
  const app = await createInProcessApp({}, { log })
  await app.audit.record({ kind: 'auth.logout', at: new Date().toISOString(), actor: PERSON })
  await app.close()
  const [line = ''] = written.filter(text => text.startsWith('audit-checkpoint '))
  expect(JSON.parse(line.slice('audit-checkpoint '.length)) as AuditCheckpoint).toMatchObject({ n: 1, firstSeq: 1 })
})

it('shows and stores no stored API key that a vendor repeats in its answers [F012-A63]', async () => {
  const adapter: Provider = {
    ...createFakeProvider([callTools([['calculate', { expression: KEY }]]), say(`Your key is ${KEY}.`)]),
    setup: { kind: 'fake', kindLabel: 'Fake', origin: 'built-in', name: 'Fake' },
  }
  const app = await createInProcessApp({}, { adapters: [...providers, adapter] })
  onTestFinished(() => app.close())
  await app.providers.create(PERSON, { kind: 'openai-compatible', name: 'Typed', baseUrl: 'http://127.0.0.1:9/v1', apiKey: KEY })
  const { id } = await app.conversations.create(PERSON, {})
  const seen: unknown[] = []
  const stored = await runToRest(app, id, { input: 'Which key do you have?', model: 'fake/any', onEvent: event => seen.push(event) })
  expect(stored).toContainEqual(expect.objectContaining({ type: 'tool-call', arguments: { expression: '[redacted]' } }))
  expect(stored).toContainEqual(expect.objectContaining({ type: 'text-end', text: 'Your key is [redacted].' }))
  expect(JSON.stringify([seen, stored])).not.toContain(KEY)
})
