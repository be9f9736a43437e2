import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ADMIN, AppServer } from '../support/app-server'
import { launchBrowser, openPage, type WatchedPage } from '../support/browser'
import { signIn } from '../support/sign-in'

let browser: Browser
let app: AppServer
beforeAll(async () => {
  [browser, app] = await Promise.all([launchBrowser(), AppServer.start()])
})
afterAll(async () => {
  await browser.close()
  await app.dispose()
})

async function openChat({ page }: WatchedPage): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill('What is 2 + 2?')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('button', { name: 'Trace' }).waitFor()
}

describe('what was typed', () => {
  it('is still there after signing in again, when the session ended in the middle of a chat [F008-A50]', async () => {
    const watched = await openPage(browser, app.url)
    const { page, context } = watched
    await signIn(watched)
    await openChat(watched)
    await context.clearCookies()
    await page.getByRole('textbox', { name: 'Message' }).fill('And of 3 + 3?')
    await page.keyboard.press('Enter')

    await page.waitForURL(/\/login/)
    await page.getByLabel('E-mail').fill(ADMIN.email)
    await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(/\/chat\//)
    await expect.poll(() => page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('And of 3 + 3?')
    await context.close()
  })
})
