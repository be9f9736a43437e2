import { describe, expect, it } from 'vitest'
import { createAccessService } from '#server/access/access-service'
import { ACCOUNT_LIMIT, ADDRESS_LIMIT, GLOBAL_LIMIT } from '#server/access/log-in'
import { createTestAccess } from '../../../support/access-context'

const email = 'ada@example.org'
const password = 'correct horse battery'
const HOME = '192.0.2.1'

/** Ada's account; `guess` and `signIn` answer what came of it. */
async function createAccessWithAda() {
  const context = await createTestAccess()
  await context.store.createFirstUser({
    id: 'ada', email, name: 'Ada', role: 'admin', status: 'active', createdAt: context.now().toISOString(),
    passwordHash: await context.passwords.make(password),
  })
  const access = createAccessService(context)
  const attempt = async (input: { email: string, password: string }, address: string, deviceCookie?: string): Promise<string> =>
    access.login(input, { address, deviceCookie }).then(() => 'signed in', error => error.code)
  const guess = (address: string, at = email, deviceCookie?: string) => attempt({ email: at, password: 'wrong' }, address, deviceCookie)
  const signIn = (address: string, deviceCookie?: string) => attempt({ email, password }, address, deviceCookie)
  return { context, access, guess, signIn }
}

/** One after the other, so that none waits in line behind the rest. */
async function repeat(times: number, attempt: (n: number) => Promise<string>): Promise<string[]> {
  const answers: string[] = []
  for (let n = 0; n < times; n++) answers.push(await attempt(n))
  return answers
}

const countChecked = (answers: readonly string[]) => answers.filter(answer => answer === 'unauthenticated').length

describe('the limits on log-ins', () => {
  it.each<[string, number, (n: number) => readonly [address: string, email: string]]>([
    ['ten guesses at one account from one address', ACCOUNT_LIMIT.points, () => [HOME, email]],
    ['a hundred guesses from one address', ADDRESS_LIMIT.points, n => [HOME, `user${n}@example.org`]],
    ['120 guesses a minute in all', GLOBAL_LIMIT.points, n => [`10.0.0.${n}`, `user${n}@example.org`]],
    ['ten guesses from one IPv6 network', ACCOUNT_LIMIT.points, n => [`2001:db8:0:1::${n.toString(16)}`, email]],
    ['ten guesses from one address in two forms', ACCOUNT_LIMIT.points, n => [n % 2 ? HOME : `::ffff:${HOME}`, email]],
  ])('check no more than %s [F012-A4]', async (_, points, of) => {
    const { guess, context } = await createAccessWithAda()
    const answers = await repeat(points + 5, n => guess(...of(n)))
    expect([countChecked(answers), answers.slice(points)]).toEqual([points, Array(5).fill('rate-limited')])
    expect(context.facts).toHaveLength(points)
  })

  it('tell another IPv6 network apart', async () => {
    const { guess } = await createAccessWithAda()
    await repeat(ACCOUNT_LIMIT.points, n => guess(`2001:db8:0:1::${n + 1}`))
    expect([await guess('2001:db8:0:1:ffff::1'), await guess('2001:db8:0:2::1')]).toEqual(['rate-limited', 'unauthenticated'])
  })

  it('let the others behind an address in while one of them is locked out [F012-A25]', async () => {
    const { guess, signIn } = await createAccessWithAda()
    await repeat(2 * ACCOUNT_LIMIT.points, () => guess(HOME, 'zz@example.org'))
    expect(await signIn(HOME)).toBe('signed in')
  })

  it('count the guesses from an address on when somebody there signs in [F012-A25]', async () => {
    const { guess, signIn } = await createAccessWithAda()
    await repeat(ADDRESS_LIMIT.points - 1, n => guess(HOME, `user${n}@example.org`))
    expect(await signIn(HOME)).toBe('signed in')
    await guess(HOME, 'last@example.org')
    expect(await signIn(HOME)).toBe('rate-limited')
  })

  it('count no success', async () => {
    const { signIn } = await createAccessWithAda()
    expect(new Set(await repeat(2 * GLOBAL_LIMIT.points, () => signIn(HOME)))).toEqual(new Set(['signed in']))
  })

  it('start the account anew after a success', async () => {
    const { guess, signIn } = await createAccessWithAda()
    await repeat(ACCOUNT_LIMIT.points - 1, () => guess(HOME))
    await signIn(HOME)
    expect(countChecked(await repeat(ACCOUNT_LIMIT.points, () => guess(HOME)))).toBe(ACCOUNT_LIMIT.points)
  })

  it('take from an address that has used up its guesses nothing of what all others share [F012-A36]', async () => {
    const { guess } = await createAccessWithAda()
    await repeat(ADDRESS_LIMIT.points + GLOBAL_LIMIT.points, n => guess(HOME, `user${n}@example.org`))
    expect(await guess('192.0.2.2')).toBe('unauthenticated')
  })

  it('say for how long', async () => {
    const { access, guess } = await createAccessWithAda()
    await repeat(ACCOUNT_LIMIT.points, () => guess(HOME))
    await expect(access.login({ email, password }, { address: HOME })).rejects
      .toMatchObject({ message: expect.stringMatching(/15 minutes/), retryAfterMs: expect.closeTo(ACCOUNT_LIMIT.windowMs, -5) })
  })

  it('count no attempt that found too many waiting [F012-A36]', async () => {
    const { guess, signIn, context } = await createAccessWithAda()
    const answers = await Promise.all(Array.from({ length: 60 }, (_, n) => guess(HOME, `user${n}@example.org`)))
    expect(countChecked(answers)).toBe(context.facts.length)
    expect(answers.filter(answer => answer === 'rate-limited').length).toBeGreaterThan(20)
    await repeat(ADDRESS_LIMIT.points - countChecked(answers) - 1, n => guess(HOME, `more${n}@example.org`))
    expect(await signIn(HOME)).toBe('signed in')
  })
})

describe('an account that strangers guess at', () => {
  it('is open to its owner at another address [F012-A35]', async () => {
    const { guess, signIn } = await createAccessWithAda()
    await repeat(ACCOUNT_LIMIT.points, () => guess(HOME))
    expect([await signIn(HOME), await signIn('192.0.2.2')]).toEqual(['rate-limited', 'signed in'])
  })

  it('is open to a device of its owner at the same address, and while all strangers are shut out [F012-A35]', async () => {
    const { access, guess, signIn } = await createAccessWithAda()
    const { deviceCookie } = await access.login({ email, password }, { address: HOME })
    await repeat(ADDRESS_LIMIT.points, () => guess(HOME))
    await repeat(GLOBAL_LIMIT.points, n => guess(`10.0.0.${n}`, `user${n}@example.org`))
    expect([await signIn('192.0.2.2'), await signIn(HOME, deviceCookie)]).toEqual(['rate-limited', 'signed in'])
  })

  it('lets a device guess ten times as well, and no more [F012-A35]', async () => {
    const { access, guess, signIn } = await createAccessWithAda()
    const { deviceCookie } = await access.login({ email, password }, { address: HOME })
    expect(countChecked(await repeat(ACCOUNT_LIMIT.points + 5, n => guess(`10.0.0.${n}`, email, deviceCookie)))).toBe(ACCOUNT_LIMIT.points)
    expect([await signIn(HOME, deviceCookie), await signIn(HOME)]).toEqual(['rate-limited', 'signed in'])
  })

  it('knows no device by the cookie of another account [F012-A35]', async () => {
    const { access, guess } = await createAccessWithAda()
    const { deviceCookie } = await access.login({ email, password }, { address: HOME })
    const answers = await repeat(ACCOUNT_LIMIT.points + 1, () => guess(HOME, 'bob@example.org', deviceCookie))
    expect([answers.at(-1), await guess(HOME, 'bob@example.org')]).toEqual(['rate-limited', 'rate-limited'])
  })
})

it.each([
  { passwordHash: 'another' }, { status: 'suspended' },
] as const)('a log-in fails when the account becomes %j while the password is checked', async (change) => {
  const { context } = await createAccessWithAda()
  const passwords: typeof context.passwords = { ...context.passwords, verify: async (...given) => {
    await context.store.updateUser('ada', change)
    return context.passwords.verify(...given)
  } }
  await context.store.createUser({
    id: 'eve', email: 'eve@example.org', name: 'Eve', role: 'admin', status: 'active', createdAt: '', passwordHash: '',
  })
  await expect(createAccessService({ ...context, passwords })
    .login({ email, password }, { address: HOME })).rejects.toMatchObject({ code: 'unauthenticated' })
})
