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

it.each([
  ['A *plan* for `x` & <b>', '# A \\*plan\\* for \\`x\\` & \\<b>'],
  ['[link](https://example.org) &amp; &#33;', '# \\[link\\](https://example.org) \\&amp; \\&#33;'],
  ['Notes <!-- hidden', '# Notes \\<!-- hidden'],
  ['C# and a\\b_c ~~no~~ #', '# C# and a\\\\b\\_c \\~\\~no\\~\\~ \\#'],
  ['##', '# \\##'],
])('shows the title %j as it was written [F008-A146]', (title, expected) => {
  expect(toMarkdown({ title, runs: [] } as unknown as ConversationExport)).toBe(`${expected}\n`)
})

it.each([
  '<!-- note', '  <!-- note', '<?php echo 1', '<![CDATA[ x', '<!DOCTYPE html', '<script', '<pre>text', '<STYLE> p {}', '<textarea>',
  'Text\n<!--\n\nmore',
])('shows %j, which would hide all that follows, as text [F008-A146]', (message) => {
  expect(exportChat([message, message], ['Next', 'Answer'])).toContain(
    `## You, ${AT}\n\n${message.replace('<', '\\<')}\n\n## m/m\n\n${message.replace('<', '\\<')}\n\n## You, ${AT}\n\nNext\n`,
  )
})

it.each([
  '<!-- note -->', '<!--\n\n# note\n```\n-->', '<pre>\n\n</pre>', '```\n<!--\n```', '    <!-- code', 'a <!-- within a line', '<b>bold</b>',
])('leaves %j as it is, because it ends by itself [F008-A146]', (message) => {
  expect(exportChat([message, 'Answer'])).toContain(`## You, ${AT}\n\n${message}\n\n## m/m\n`)
})

it('finds the HTML that is left open after HTML that has ended [F008-A146]', () => {
  expect(exportChat(['<!--\n```\n--> end\n<!-- open', 'Answer'])).toContain('<!--\n```\n--> end\n\\<!-- open\n\n## m/m\n')
})

it('reads a megabyte of comments that never end in less than a second', () => {
  const startedAt = performance.now()
  exportChat(['<!--\n'.repeat(200_000), 'Answer'])
  expect(performance.now() - startedAt).toBeLessThan(1000)
})
