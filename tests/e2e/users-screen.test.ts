import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Browser } from 'playwright-core'
import { ADMIN, AppServer } from '../support/app-server'
import { launchBrowser, openPage, type WatchedPage } from '../support/browser'
import { signIn } from '../support/sign-in'

const GRACE = { email: 'grace@example.com', name: 'Grace', role: 'user', password: 'the password of grace' }

let app: AppServer
let browser: Browser
let watched: WatchedPage

beforeAll(async () => {
  [app, browser] = await Promise.all([AppServer.start(), launchBrowser()])
})
afterAll(async () => {
  await browser.close()
  await app.dispose()
})
beforeEach(async () => {
  watched = await openPage(browser, app.url)
  await signIn(watched)
})
afterEach(() => watched.context.close())

async function canSignIn(password = GRACE.password): Promise<boolean> {
  const { ok } = await fetch(`${app.url}/api/auth/login`, {
    method: 'POST', headers: {
      'origin': app.url, 'content-type': 'application/json',
    }, body: JSON.stringify({ email: GRACE.email, password }),
  })
  return ok
}

describe('the users in a browser', () => {
  it('lets a person in, changes, suspends and removes them [F009-A16]', async () => {
    const { page } = watched
    await page.getByRole('link', { name: 'Users' }).click()
    await page.waitForURL(/\/admin\/users$/)
    await page.getByRole('button', { name: 'Add a user' }).click()
    const form = page.getByRole('form', { name: 'Add a user' })
    await form.getByLabel('Email').fill(GRACE.email)
    await form.getByLabel('Name').fill(GRACE.name)
    await form.getByLabel('Password', { exact: true }).fill('short')
    await form.getByRole('button', { name: 'Add', exact: true }).click()
    await form.getByText('At least 10 characters.').waitFor()
    await form.getByLabel('Password', { exact: true }).fill(GRACE.password)
    await form.getByRole('button', { name: 'Add', exact: true }).click()
    const row = page.getByRole('listitem').filter({ hasText: GRACE.email })
    await row.getByText('User, added').waitFor()
    expect(await canSignIn()).toBe(true)
    expect(await page.content()).not.toContain(GRACE.password)

    await row.getByRole('button', { name: 'Edit Grace' }).click()
    await row.getByRole('radio', { name: /^Reviewer/ }).click()
    await row.getByLabel('New password').fill('another password')
    await row.getByRole('button', { name: 'Save' }).click()
    await row.getByText('Reviewer, added').waitFor()
    expect([await canSignIn(), await canSignIn('another password')]).toEqual([false, true])

    const question = page.getByRole('dialog')
    await row.getByRole('button', { name: 'Suspend Grace' }).click()
    await question.getByText(/Cancels their runs.+signs them out everywhere.+disables their tokens/).waitFor()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await question.waitFor({ state: 'detached' })
    expect(await canSignIn('another password')).toBe(true)
    await row.getByRole('button', { name: 'Suspend Grace' }).click()
    await question.getByRole('button', { name: 'Suspend' }).click()
    await row.getByText('Suspended').waitFor()
    await question.waitFor({ state: 'detached' })
    await expect.poll(() => row.evaluate(element => element === document.activeElement)).toBe(true)
    expect(await canSignIn('another password')).toBe(false)
    await row.getByRole('button', { name: 'Reactivate Grace' }).click()
    await row.getByText('Suspended').waitFor({ state: 'detached' })

    await row.getByRole('button', { name: 'Remove Grace' }).click()
    await question.getByText(/Permanently deletes/).waitFor()
    await question.getByRole('button', { name: 'Remove' }).click()
    await row.waitFor({ state: 'detached' })
    expect(watched.complaints).toEqual([])
  })

  it('lets admins change their own account but not suspend or remove it, with the error beside a form [F009-A16] [F009-A17]', async () => {
    const { page } = watched
    await app.json('POST', '/api/users', { ...GRACE, email: 'other@example.com' })
    await page.goto('/admin/users')
    const self = page.getByRole('listitem').filter({ hasText: ADMIN.email })
    await self.waitFor()
    expect(await self.getByRole('button', { name: /Suspend|Remove/ }).count()).toBe(0)
    await self.getByRole('button', { name: /^Edit/ }).click()
    await self.getByRole('radio', { name: /^User/ }).click()
    await self.getByRole('button', { name: 'Save' }).click()
    await self.getByRole('alert').getByText(/admin/).waitFor()

    await page.getByRole('button', { name: 'Add a user' }).click()
    const form = page.getByRole('form', { name: 'Add a user' })
    await form.getByLabel('Email').fill('other@example.com')
    await form.getByLabel('Name').fill('Twice')
    await form.getByLabel('Password', { exact: true }).fill(GRACE.password)
    await form.getByRole('button', { name: 'Add', exact: true }).click()
    await form.getByRole('alert').getByText('There is already a user with the email address other@example.com.').waitFor()
    // The browser notes each refused request by itself.
    expect(watched.complaints.filter(complaint => !/status of 409/.test(complaint))).toEqual([])
  })

  it('fits a phone without scrolling sideways', async () => {
    const { page } = watched
    await page.setViewportSize({ width: 390, height: 844 })
    await app.json('POST', '/api/users', { ...GRACE, email: `${'long'.repeat(15)}@${'domain'.repeat(9)}.example`, name: 'Name'.repeat(25) })
    await page.goto('/admin/users')
    await page.getByText('NameName').first().waitFor()
    await page.getByRole('button', { name: 'Add a user' }).click()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })
})
