import { expect, it } from 'vitest'
import { rememberByConnection } from '#server/providers/kit/request/remember-by-connection'

it('builds one client for each address, key and profile, and forgets the one that was used longest ago', () => {
  let built = 0
  const find = rememberByConnection(() => ({ number: built += 1 }))
  const first = find({ baseUrl: 'http://a', apiKey: 'k' })
  expect(find({ apiKey: 'k', baseUrl: 'http://a' })).toBe(first)
  expect(new Set([first, find({
    baseUrl: 'http://a', apiKey: 'other',
  }), find({ baseUrl: 'http://a', apiKey: 'k', profile: 'azure' }), find({ apiKey: 'k' })]).size).toBe(4)
  for (let port = 0; port < 40; port += 1) {
    find({ baseUrl: `http://a:${port}` })
    find({ baseUrl: 'http://a', apiKey: 'k' })
  }
  expect(find({ baseUrl: 'http://a', apiKey: 'k' })).toBe(first)
  expect(built).toBe(44)
  find({ apiKey: 'k' })
  expect(built).toBe(45)
})
