import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ADMIN, AppServer } from '../support/app-server'
import { launchBrowser, openPage, type WatchedPage } from '../support/browser'

const WRITES = 'Read notes/meeting.md, summarise it in 40 words, and write the summary to notes/summary.md'

let app: AppServer
let browser: Browser

beforeAll(async () => {
  [app, browser] = await Promise.all([AppServer.start(), launchBrowser()])
})
afterAll(async () => {
  await browser.close()
  await app.dispose()
})

async function signedIn(): Promise<WatchedPage> {
  const watched = await openPage(browser, app.url)
  await watched.context.request.post('/api/auth/login', { data: { email: ADMIN.email, password: ADMIN.password } })
  return watched
}

async function ask(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(text)
  await page.getByRole('button', { name: 'Send' }).click()
  await page.waitForURL(/\/chat\//)
}

describe('the chat screen', () => {
  it('stops a run that waits by its button, and says so', async () => {
    const { page, context } = await signedIn()
    await page.goto('/')
    await ask(page, WRITES)
    await page.locator('[data-approval="waiting"]').waitFor()
    await page.getByRole('button', { name: 'Stop the answer' }).click()

    await page.getByText('Stopped.').first().waitFor()
    await page.getByRole('button', { name: 'Send' }).waitFor()
    await context.close()
  })

  it('renames and deletes a chat from the list', async () => {
    const { page, context } = await signedIn()
    await page.goto('/')
    await ask(page, 'What is 2 + 2?')
    await page.getByRole('button', { name: 'Trace' }).waitFor()
    const chats = page.getByRole('navigation', { name: 'Chats' })
    await chats.getByRole('link').first().hover()
    await chats.getByRole('button', { name: /^Rename/ }).first().click()
    await page.getByRole('textbox', { name: 'New title' }).fill('Sums')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Sums' }).waitFor()
    await chats.getByRole('button', { name: 'Delete Sums' }).click()
    await chats.getByRole('button', { name: 'Delete', exact: true }).click()

    await page.waitForURL(`${app.url}/`)
    expect(await chats.getByRole('link', { name: 'Sums' }).count()).toBe(0)
    await context.close()
  })

  it('opens the palette, finds a screen and goes there without a mouse', async () => {
    const { page, context } = await signedIn()
    await page.goto('/', { waitUntil: 'networkidle' })
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: /Search chats/ }).fill('audit')
    await page.keyboard.press('Enter')

    await page.waitForURL(/\/audit/)
    await context.close()
  })
})
