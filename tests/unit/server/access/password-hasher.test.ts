import { expect, it } from 'vitest'
import { createPasswordHasher } from '#server/access/password-hasher'

it('hashes with OWASP\'s scrypt parameters and a salt of its own', { timeout: 30_000 }, async () => {
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

it('checks sixteen passwords more than are at work, and refuses the next at once [F012-A36]', async () => {
  const passwords = createPasswordHasher({ cost: 2 })
  const results = await Promise.allSettled(Array.from({ length: 25 }, () => passwords.verify(undefined, 'guess')))
  const refused = results.filter(result => result.status === 'rejected')
  expect(refused).toHaveLength(25 - 2 - 16)
  expect(refused[0]?.reason).toMatchObject({ code: 'rate-limited', retryAfterMs: 2000 })
  expect(await passwords.verify(undefined, 'guess')).toBe(false)
})

it('checks a known device before the strangers who wait, also when they take every place [F012-A36]', async () => {
  const passwords = createPasswordHasher({ cost: 2 })
  const done: string[] = []
  const check = (name: string, goesFirst: boolean) => passwords.verify(undefined, 'guess', { goesFirst })
    .then(() => done.push(name), () => 'refused')
  const strangers = Array.from({ length: 20 }, (_, n) => check(`stranger ${n}`, false))
  await Promise.all([...strangers, check('known', true)])
  expect(done.indexOf('known')).toBeGreaterThan(-1)
  expect(done.indexOf('known')).toBeLessThan(done.indexOf('stranger 10'))
})
