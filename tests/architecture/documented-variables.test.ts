import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { providers } from '#server/providers'

const read = (file: string) => readFileSync(file, 'utf8')
const found = (text: string, pattern: RegExp) => [...new Set([...text.matchAll(pattern)].map(([, name = '']) => name))].toSorted()

const [, ownSchema = ''] = /const environmentSchema = z\.object\(\{\n([\s\S]*?)\n\}\)/.exec(read('server/config.ts')) ?? []
const own = found(ownSchema, /^ {2}([A-Z][A-Z_]*): /gm)
const ofProviders = providers.flatMap(({ setup }) => {
  if (setup.origin !== 'addable' || !setup.environment) return []
  const { keys, baseUrl, choice } = setup.environment
  return [...keys, baseUrl, ...(choice ? [choice.variable] : [])]
})
const declared = [...new Set([...own, ...ofProviders])].toSorted()

it('the table in the README names every variable that the server and the providers declare, and no other', () => {
  expect(own.length).toBeGreaterThan(10)
  const [, table = ''] = /## Environment\n([\s\S]*?)\n## /.exec(read('README.md')) ?? []
  const names = table.split('\n').filter(line => line.startsWith('| `')).map(line => line.split('|')[1]).join()
  expect(found(names, /`([A-Z][A-Z_]*)`/g)).toEqual(declared)
})

it('.env.example names the same variables', () => {
  expect(found(read('.env.example'), /^# ([A-Z][A-Z_]*)=/gm)).toEqual(declared)
})
