import { expect, it } from 'vitest'
import type { ConversationExport } from '#shared/conversation'
import { toMarkdown } from '#server/conversations/export-markdown'
import { buildEvents, runStart, toolCall, USAGE } from '../../../fixtures/ui/build-run'

const AT = '2026-11-21T10:00:00.000Z'

function exportChat(...turns: readonly (readonly [question: string, answer: string])[]): string {
  const runs = turns.map(([question, text], index) => ({
    id: `run-${index + 1}`, parent: index > 0 ? `run-${index}` : null, model: 'm/m', system: null, createdAt: AT,
    events: buildEvents([
      [0, { type: 'run-start', model: 'm/m', tools: [], input: [{ type: 'text', text: question }] }], [1, { type: 'step-start', step: 1 }],
      [2, { type: 'text-end', step: 1, text }],
      [3, { type: 'run-end', reason: 'completed', usage: USAGE, cost: null }],
    ]),
  }))
  return toMarkdown({ title: 'Chat', runs } as unknown as ConversationExport)
}

it('lets no result of a tool end its own fence, and says how an answer ended [F008-A71]', () => {
  const events = buildEvents([
    [0, runStart], [1, { type: 'step-start', step: 1 }], [2, toolCall('call-1')],
    [3, {
      type: 'tool-end', step: 1, callId: 'call-1',
      outcome: { status: 'ok', content: [{ type: 'text', text: '````\n# Not a heading' }], durationMs: 1 },
    }],
    [4, {
      type: 'run-end', reason: 'failed', usage: USAGE, cost: null,
      error: { code: 'provider-rejected', message: 'The key is refused.', retryable: false },
    }],
  ])
  const run = { id: 'run-1', parent: null, model: 'm/m', system: null, createdAt: AT, events }
  const text = toMarkdown({ title: 'A\nchat', runs: [run] } as unknown as ConversationExport)

  expect(text).toContain('# A chat\n')
  expect(text).toContain('`````\n````\n# Not a heading\n`````')
  expect(text).toContain('_The key is refused._')
})

it.each([
  ['```js\nconst a = 1', '```'],
  ['~~~\n```\n# Code', '~~~'],
  ['Text\n\n`````md\n```\ncode\n```', '`````'],
  ['```', '```'],
  ['```\ncode\n    ```', '```'],
])('closes the code block that the message %j leaves open, so that the next turn is not code [F008-A137]', (message, end) => {
  const text = exportChat([message, message], ['Next', 'Answer'])

  expect(text).toContain(`## You, ${AT}\n\n${message}\n${end}\n\n## m/m\n\n${message}\n${end}\n\n## You, ${AT}\n\nNext\n`)
})

it.each(['```js\ncode\n```', '~~~\ncode\n~~~~  ', '```\n```', '- ```\n  code in a list', '> ```\n> code in a quote', 'text ``` text'])(
  'adds nothing to the message %j, whose code has ended',
  message => expect(exportChat([message, 'Answer'])).toContain(`## You, ${AT}\n\n${message}\n\n## m/m\n`),
)

it('places the headings of messages below those of the turns, and leaves code as it is [F008-A137]', () => {
  const answer = [
    '# One', '## Two ##', '###### Six', 'Underlined', '====', 'Again', '---', '', '---', '', '```sh', '# comment', '```', '', '    # code',
    '#no heading',
  ]
  const expected = [
    '### One', '#### Two ##', '###### Six', '### Underlined', '', '#### Again', '', '', '---', '', '```sh', '# comment', '```', '',
    '    # code', '#no heading',
  ]

  expect(exportChat(['# Question', answer.join('\n')])).toBe(
    `# Chat\n\n## You, ${AT}\n\n### Question\n\n## m/m\n\n${expected.join('\n')}\n`,
  )
})
