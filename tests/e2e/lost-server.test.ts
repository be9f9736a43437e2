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
    await page.getByLabel('Email').fill(ADMIN.email)
    await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(/\/chat\//)
    await page.waitForFunction(() => document.querySelector<HTMLTextAreaElement>('[data-composer]')?.value === 'And of 3 + 3?')
    await context.close()
  })
})

describe('a link to a screen that is not loaded yet', () => {
  it.each([
    1440, 390,
  ])('stays with a notice while the server is away, and goes on once it answers, at %i pixels [F008-A53]', async (width) => {
    const { page, context } = await signedInPage()
    await page.setViewportSize({ width, height: 844 })
    if (width < 1024) await page.getByRole('button', { name: 'Open the sidebar' }).click()
    // As with a server that is down: every connection is refused.
    await page.route('**', route => route.abort('connectionrefused'))
    await page.getByRole('link', { name: 'Audit' }).click()
    const notice = page.getByRole('alert').filter({ hasText: 'Could not reach the server.' })
    await notice.waitFor()
    expect(new URL(page.url()).pathname).toBe('/')
    await page.getByRole('heading', { name: 'New chat' }).waitFor()

    await page.unroute('**')
    await notice.getByRole('button', { name: 'Try again' }).click()
    await page.waitForURL(/\/audit/)
    await page.getByRole('heading', { level: 1, name: 'Audit' }).waitFor()
    expect(await notice.count()).toBe(0)
    await context.close()
  })

  it('loads the page anew when the server answers but has another build [F008-A53]', async () => {
    const { page, context } = await signedInPage()
    let isUpgraded = true
    await page.route(/\/_nuxt\/.*\.js$/, route => isUpgraded ? route.fulfill({ status: 404 }) : route.continue())
    page.on('framenavigated', () => isUpgraded = false)
    await page.getByRole('link', { name: 'Audit' }).click()

    await page.waitForURL(/\/audit/)
    await page.getByRole('heading', { level: 1, name: 'Audit' }).waitFor()
    await context.close()
  })
})

async function signedInPage(): Promise<WatchedPage> {
  const watched = await openPage(browser, app.url)
  await signIn(watched)
  await watched.page.waitForLoadState('networkidle')
  return watched
}
