import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Browser } from 'playwright-core'
import { AppServer } from '../support/app-server'
import { launchBrowser, openPage, type WatchedPage } from '../support/browser'

const ALICE = 'Look up Alice in the customer database, get her orders, and calculate the total'

let app: AppServer
let browser: Browser

beforeAll(async () => {
  [app, browser] = await Promise.all([AppServer.start({ hasAdmin: false }), launchBrowser()])
})
afterAll(async () => {
  await browser.close()
  await app.dispose()
})

async function setUp({ page }: WatchedPage): Promise<void> {
  await page.goto(app.startLink)
  await page.getByLabel('Name').fill('Ada Lovelace')
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByLabel('Password', { exact: true }).fill('a long enough password')
  await page.getByRole('button', { name: /create/i }).click()
  await page.waitForURL(app.url + '/')
}

describe('the first minute', () => {
  it('takes a stranger from the printed link to four tool calls, the total, the waterfall and the audit [F008-A20]', async () => {
    const watched = await openPage(browser, app.url)
    const { page, complaints } = watched
    await setUp(watched)

    await page.getByRole('list', { name: 'Examples' }).getByRole('button', { name: ALICE }).click()
    await page.getByRole('button', { name: 'Send' }).click()
    await page.waitForURL(/\/chat\//)
    await page.getByText('1234.56').last().waitFor()
    const cards = page.locator('[data-call-state="ok"]')
    await expect.poll(() => cards.count()).toBe(4)

    const inspector = page.getByRole('complementary', { name: 'Inspector' })
    const bar = inspector.getByLabel('Timeline of steps and calls').getByRole('option', { name: /calculate/ })
    await bar.click()
    const auditLink = inspector.getByRole('link', { name: /^#\d+$/ })
    await auditLink.click()
    await page.waitForURL(/\/audit\/\d+/)
    await page.getByText('538.98 + 366.5 + 258.9 + 70.18').first().waitFor()

    await page.getByRole('link', { name: /chat/i }).last().click()
    await page.waitForURL(/\/chat\/.+call=/)
    await page.getByText('1234.56').last().waitFor()
    expect(complaints).toEqual([])
    await watched.context.close()
  })
})
