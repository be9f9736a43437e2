import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { ADMIN } from '../support/app-server'
import { openPage } from '../support/browser'
import { openScreen } from '../support/sign-in'
import { useSignedInPage } from '../support/signed-in-page'

const session = useSignedInPage()
const GRACE = { email: 'grace@example.com', name: 'Grace', role: 'user', password: 'the password of grace' }

/** What has focus, as a person who uses the keyboard would name it. */
const focused = (page: Page) => page.evaluate(() => {
  const active = document.activeElement
  if (active === document.body) return 'nothing'
  if (active instanceof HTMLInputElement) return active.labels?.[0]?.textContent?.trim()
  return active?.getAttribute('aria-label') ?? active?.textContent?.trim()
})
const expectFocus = (page: Page, name: string) => expect.poll(() => focused(page)).toBe(name)

describe('focus on the screen of users', () => {
  it('goes back to the button when a form is given up [F009-A120]', async () => {
    const { page } = session
    await openScreen(page, '/admin/users')
    const add = page.getByRole('button', { name: 'Add a user' })
    await add.press('Enter')
    await expectFocus(page, 'Email')
    await page.keyboard.press('Escape')
    await expectFocus(page, 'Add a user')

    await add.press('Enter')
    await page.getByRole('button', { name: 'Cancel' }).press('Enter')
    await expectFocus(page, 'Add a user')

    const edit = page.getByRole('button', { name: /^Edit/ }).first()
    await edit.press('Enter')
    await page.getByRole('button', { name: 'Cancel' }).press('Enter')
    await expect.poll(() => focused(page)).toMatch(/^Edit/)
  })

  it('goes to the list when a user has been removed [F009-A120]', async () => {
    const { page, app } = session
    await app.json('POST', '/api/users', GRACE)
    await openScreen(page, '/admin/users')
    await page.getByRole('button', { name: 'Remove Grace' }).press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).press('Enter')
    await page.getByText(GRACE.email).waitFor({ state: 'detached' })
    await expectFocus(page, 'Users')
  })

  it('goes to the first field that has an error [F009-A121]', async () => {
    const { page } = session
    await openScreen(page, '/admin/users')
    await page.getByRole('button', { name: 'Add a user' }).click()
    await page.getByLabel('Password', { exact: true }).fill('short')
    await page.keyboard.press('Enter')
    await expectFocus(page, 'Email')
  })
})

it('focus on the screen of providers goes to the list when one has been removed [F009-A120]', async () => {
  const { page, app } = session
  await app.json('POST', '/api/providers', { kind: 'openai-compatible', name: 'Desk', baseUrl: 'http://127.0.0.1:1/v1', models: ['a'] })
  await openScreen(page, '/admin/providers')
  await page.getByRole('button', { name: 'Remove Desk' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).press('Enter')
  await page.getByRole('heading', { name: 'Desk' }).waitFor({ state: 'detached' })
  await expectFocus(page, 'Providers')
})

it('focus of the tokens goes to the new secret, and to the list when it is copied or a token is revoked [F009-A120]', async () => {
  const { page } = session
  await openScreen(page, '/settings/tokens')
  await page.getByLabel('Name').fill('nightly')
  await page.keyboard.press('Enter')
  await expectFocus(page, 'The new token')
  await page.getByRole('button', { name: 'Done' }).press('Enter')
  await expectFocus(page, 'Your tokens')

  const revoke = page.getByRole('button', { name: 'Revoke the token nightly' })
  await revoke.press('Enter')
  await expectFocus(page, 'Cancel')
  await page.keyboard.press('Enter')
  await expectFocus(page, 'Revoke the token nightly')
  await revoke.press('Enter')
  await page.getByRole('button', { name: 'Revoke', exact: true }).press('Enter')
  await page.getByRole('button', { name: 'Revoke the token nightly' }).waitFor({ state: 'detached' })
  await expectFocus(page, 'Your tokens')
})

it('focus is on the button of a sign-in that was refused [F009-A122]', async () => {
  const { page, context } = await openPage(session.browser, session.app.url)
  await openScreen(page, '/login')
  await page.getByLabel('Email').fill(ADMIN.email)
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('Incorrect email or password').waitFor()
  await expectFocus(page, 'Sign in')
  await context.close()
})

it('focus is on the button that opened the sidebar of a phone when Esc has closed it [F008-A125]', async () => {
  const { page } = session
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Open the sidebar' }).press('Enter')
  await page.getByRole('link', { name: 'New chat' }).waitFor()
  await page.keyboard.press('Escape')
  await expectFocus(page, 'Open the sidebar')
})
