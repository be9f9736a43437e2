import { expect, test } from 'vitest'
import type { RunCommit } from '#server/ports/run-store'
import { mustBeDurable } from '#server/ports/run-rules'
import { AT, buildDraft, buildExecution } from '../../../support/build-rows'

const progress: RunCommit = { runId: 'run', fence: 1, at: AT, events: () => [{ type: 'step-start', step: 1 }], change: { steps: 1 } }

test.each<[string, Partial<RunCommit>, boolean]>([
  ['the start of a step', {}, false],
  ['an audit record', { audit: [buildDraft()] }, true],
  ['the start of a tool', { execution: buildExecution() }, true],
  ['a question to a person', { change: { state: 'waiting' } }, true],
  ['the answer of a person', { fence: null }, true],
])('%s waits for the disk: %o', (_name, part, expected) => {
  expect(mustBeDurable({ ...progress, ...part })).toBe(expected)
})
