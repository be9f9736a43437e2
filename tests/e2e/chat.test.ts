import { describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { openPage } from '../support/browser'
import { measureFirstLoad } from '../support/first-load'
import { useSignedInPage } from '../support/signed-in-page'

const ALICE = 'Look up Alice in the customer database, get her orders, and calculate the total'
const WRITE = 'Read notes/meeting.md, summarise it in 40 words, and write the summary to notes/summary.md'
const FIRST_LOAD_LIMIT_BYTES = 200 * 1024

const session = useSignedInPage()

async function ask(page: Page, text: string): Promise<void> {
  await page.getByLabel('Message').fill(text)
  await page.getByRole('button', { name: 'Send' }).click()
  await page.waitForURL(/\/chat\//)
}

describe('a chat in the browser', () => {
  it('asks before it writes, keeps the question over a reload, and goes on once it is allowed [F008-A21]', async () => {
    const { page } = session
    await ask(page, WRITE)
    await page.getByRole('button', { name: 'Allow once' }).waitFor()
    expect(await page.evaluate(() => document.activeElement?.textContent)).not.toBe('Allow once')
    await page.reload()
    await page.getByRole('button', { name: 'Allow once' }).click()
    await page.locator('[data-call-state="ok"]').nth(1).waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Allow once' }).count()).toBe(0)
  })

  it('keeps what is typed before the page is alive [F008-A27]', async () => {
    const { page } = session
    // The scripts wait until the text is there, as they do on a slow line.
    let release = () => {}
    const typed = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(/\.js$/, route => typed.then(() => route.continue()))
    await page.goto('/', { waitUntil: 'commit' })
    await page.getByRole('textbox', { name: 'Message' }).fill('What is 2 + 2?')
    release()
    await page.getByRole('button', { name: 'Send' }).click()
    await page.waitForURL(/\/chat\//)
  })

  it('shows a denial as denied, and the model goes on without the call [F008-A22]', async () => {
    const { page } = session
    await ask(page, WRITE)
    await page.getByPlaceholder(/note for the model/i).fill('not into that folder')
    await page.getByRole('button', { name: 'Deny' }).click()
    await page.locator('[data-call-state="denied"]').waitFor()
    await page.getByRole('button', { name: 'Trace' }).waitFor()
  })

  it('shows the same run live in a second tab, and loses nothing when the first one is closed [F008-A23]', async () => {
    const { page, context } = session
    await ask(page, ALICE)
    const second = await context.newPage()
    await second.goto(page.url())
    await page.close()
    await second.getByText('1234.56').last().waitFor()
    expect(await second.locator('[data-call-state="ok"]').count()).toBe(4)
  })

  it('stops from the send button, and says so [F008-A24]', async () => {
    const { page } = session
    await ask(page, ALICE)
    await page.getByRole('button', { name: 'Stop the answer' }).click()
    await page.getByText(/stopped/i).first().waitFor()
    await page.getByRole('button', { name: 'Send' }).waitFor()
  })

  it('loads at most 200 KB of compressed scripts first, all from its own host [F008-A25]', async () => {
    const { page } = session
    await ask(page, 'What is 2 + 2?')
    await page.getByRole('button', { name: 'Trace' }).waitFor()
    for (const path of ['/', new URL(page.url()).pathname]) {
      const fresh = await openPage(session.browser, session.app.url)
      await fresh.context.addCookies(await session.context.cookies())
      const load = await measureFirstLoad(fresh.page, session.app.url + path)
      expect(load.brotliBytes, `scripts of ${path}`).toBeLessThanOrEqual(FIRST_LOAD_LIMIT_BYTES)
      expect(fresh.complaints).toEqual([])
      await fresh.context.close()
    }
  })

  it('works on a phone: list, chat, approval and audit [F008-A26]', async () => {
    const { page } = session
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/')
    await ask(page, WRITE)
    await page.getByRole('button', { name: 'Allow once' }).click()
    await page.locator('[data-call-state="ok"]').nth(1).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await page.goto('/audit')
    await page.getByText('write_file').first().waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })
})
