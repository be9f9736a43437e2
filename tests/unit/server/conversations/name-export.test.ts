import { expect, it } from 'vitest'
import { nameExport } from '#server/conversations/name-export'

it.each([
  ['What is 6 * 7?', 'what-is-6-7', 'what-is-6-7'],
  ['Été à Zürich', 'ete-a-zurich', '%C3%A9t%C3%A9-%C3%A0-z%C3%BCrich'],
  ['天気', 'chat', '%E5%A4%A9%E6%B0%97'],
  ['../../"etc"\r\nX: y', 'etc-x-y', 'etc-x-y'],
  ['…\ud800', 'chat', 'chat'],
  ['a'.repeat(90), 'a'.repeat(60), 'a'.repeat(60)],
])('names an exported chat by its title and day, in plain ASCII and in its own script: %j [F008-A80]', (title, plain, full) => {
  const disposition = nameExport({ title, updatedAt: '2026-11-21T23:59:00.000Z' }, 'md')
  expect(disposition).toBe(`attachment; filename="${plain}-2026-11-21.md"; filename*=UTF-8''${full}-2026-11-21.md`)
})
