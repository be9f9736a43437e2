import { describe, expect, it } from 'vitest'
import { setupSchema, tokenInputSchema } from '#shared/account'
import { validateLazily } from '~/utils/validate-lazily'

const TOKEN = 'a'.repeat(43)
const setup = { token: TOKEN, name: 'Ada', email: 'ada@example.com', password: 'a long enough password' }
const validate = validateLazily(async () => setupSchema)

describe('the messages of a form', () => {
  it('say "Required" for each empty field, whatever the schema finds wrong with it [F009-A135]', async () => {
    expect(await validate({ ...setup, name: '', email: ' ', password: '' })).toEqual(
      ['email', 'name', 'password'].map(name => ({ name, message: 'Required' })),
    )
    expect(await validateLazily(async () => tokenInputSchema)({ name: 'nightly', scopes: [] })).toEqual(
      [{ name: 'scopes', message: 'Required' }],
    )
  })

  it('say what is wrong with a value in a few words', async () => {
    expect(await validate({ ...setup, email: 'ada', password: 'short' })).toEqual(
      [{ name: 'email', message: 'Invalid email address' }, { name: 'password', message: 'At least 10 characters.' }],
    )
    expect(await validate(setup)).toEqual([])
  })
})
