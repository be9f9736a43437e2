import { expect, it } from 'vitest'
import { createPasswordHasher } from '#server/access/password-hasher'

it('hashes with OWASP\'s scrypt parameters and a salt of its own', async () => {
  const passwords = createPasswordHasher()
  const [first, second] = await Promise.all([passwords.make('correct horse'), passwords.make('correct horse')])
  expect(first).toMatch(/^\$scrypt\$n=16384,r=8,p=5\$/)
  expect(first).not.toBe(second)
  expect(await passwords.verify(first, 'correct horse')).toBe(true)
  expect(await passwords.verify(first, 'wrong horse')).toBe(false)
})

it('answers false where there is no hash', async () => {
  expect(await createPasswordHasher({ cost: 2 }).verify(undefined, 'anything')).toBe(false)
})
