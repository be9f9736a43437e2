import { expect, it } from 'vitest'
import { keyWording } from '~/utils/wording/provider-wording'

it.each([
  [{ key: 'stored', keyHint: '9fQw' }, '•••• 9fQw'],
  [{ key: 'stored' }, 'set'],
  [{ key: 'environment', keyHint: '9fQw' }, '•••• 9fQw from the environment'],
  [{ key: 'environment' }, 'set in the environment'],
  [{ key: 'not-required' }, 'not required'],
  [{ key: 'none' }, 'none'],
] as const)('a key that is %j is shown as "%s" [F013-A13]', (provider, shown) => {
  expect(keyWording(provider)).toBe(shown)
})
