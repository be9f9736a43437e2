import { expect, it } from 'vitest'
import type { TranslationWarning } from '#shared/run-event'
import type { RunView } from '#shared/run-view'
import { lostContent } from '~/utils/wording/run-end'

const warning = (fields: Partial<TranslationWarning>): TranslationWarning => ({
  path: '/messages/1', keyword: 'reasoning', action: 'left-out', reason: 'It was left out.', ...fields,
})
const runOf = (...warnings: TranslationWarning[][]): Pick<RunView, 'steps'> => ({
  steps: warnings.map((list, index) => ({ step: index + 1, startedAt: '', parts: [], retries: [], warnings: list })),
})

it('says once what of the conversation a model was not given, and by which tool it came', () => {
  const run = runOf(
    [warning({}), warning({ tool: 'take_photo', keyword: 'image', action: 'replaced-by-text', reason: 'A note stands in its place.' })],
    [warning({})],
  )
  expect(lostContent(run)).toEqual(['It was left out.', 'take_photo: A note stands in its place.'])
})

it('does not count changes to tools and settings, nor what arrives in another form', () => {
  expect(lostContent(runOf([
    warning({ path: '/properties/a', keyword: 'pattern' }), warning({ path: '', keyword: 'temperature', action: 'removed' }),
    warning({ action: 'rewritten' }),
  ]))).toEqual([])
})
