import { expect, it } from 'vitest'
import { toWireEventRows } from '~/utils/wire-events'

it('tells of each event its kind and what the one before it did not say [F016-A9]', () => {
  const rows = toWireEventRows([
    '{"type":"message_start","message":{"id":"1"}}', '{"id":"c","object":"chunk","choices":[1]}',
    '{"id":"c","object":"chunk","choices":[2]}', '{"candidates":[]}', '[DONE', '[1]',
  ])
  expect(rows.map(({ kind, brief }) => [kind, brief])).toEqual([
    ['message_start', '{"message":{"id":"1"}}'], ['chunk', '{"id":"c","choices":[1]}'], ['chunk', '{"choices":[2]}'],
    ['candidates', '{"candidates":[]}'], ['text', '[DONE'], ['text', '[1]'],
  ])
})
