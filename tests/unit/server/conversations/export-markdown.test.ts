import { expect, it } from 'vitest'
import type { ConversationExport } from '#shared/conversation'
import { toMarkdown } from '#server/conversations/export-markdown'
import { buildEvents, runStart, toolCall, USAGE } from '../../../fixtures/ui/build-run'

it('lets no result of a tool end its own fence, and says how an answer ended [F008-A71]', () => {
  const events = buildEvents([
    [0, runStart], [1, { type: 'step-start', step: 1 }], [2, toolCall('call-1')],
    [3, { type: 'tool-end', step: 1, callId: 'call-1', outcome: { status: 'ok', content: [{ type: 'text', text: '````\n# Not a heading' }], durationMs: 1 } }],
    [4, { type: 'run-end', reason: 'failed', usage: USAGE, cost: null, error: { code: 'x', message: 'The key is refused.', retryable: false } }],
  ])
  const run = { id: 'run-1', parent: null, model: 'm/m', system: null, createdAt: '2026-11-21T10:00:00.000Z', events }
  const text = toMarkdown({ title: 'A\nchat', runs: [run] } as unknown as ConversationExport)

  expect(text).toContain('# A chat\n')
  expect(text).toContain('`````\n````\n# Not a heading\n`````')
  expect(text).toContain('_The key is refused._')
})
