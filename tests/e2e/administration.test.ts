import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, it } from 'vitest'
import type { Browser } from 'playwright-core'
import { AppServer } from '../support/app-server'
import { launchBrowser, openPage, type WatchedPage } from '../support/browser'
import { signIn } from '../support/sign-in'

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
})
afterEach(() => watched.context.close())

async function signInTo(path: string) {
  await signIn(watched, path)
  return watched.page
}

describe('the administration in a browser', () => {
  it('finds a call by filter, opens it with the keyboard, verifies and exports the log [F009-A6] [F009-A7] [F009-A8]', async () => {
    await app.json('POST', '/api/tools/calculate/calls', { arguments: { expression: '6 * 7' } })
    const page = await signInTo('/audit?tool=calculate&kind=tool.finished')
    await page.getByRole('link', { name: /Tool finished, record/ }).first().focus()
    await page.keyboard.press('Enter')
    const sheet = page.getByRole('dialog')
    await sheet.getByText('"6 * 7"').first().waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.url()).not.toContain('record=')

    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Export' }).click()
    const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\n')
    expect(lines.map(line => JSON.parse(line).kind)).toEqual(['tool.finished'])

    await page.getByRole('button', { name: 'Verify' }).click()
    await page.getByText('No changes detected').waitFor()
    expect(watched.complaints).toEqual([])
  })

  it('keeps a switch and an approval mode over a reload [F009-A10]', async () => {
    const page = await signInTo('/admin/tools')
    await page.getByRole('switch', { name: 'get_weather is on' }).press('Space')
    await page.getByText('Saved').waitFor()
    await page.getByRole('combobox', { name: 'Approval of read_file' }).click()
    await page.getByRole('option', { name: /^Ask\b/ }).click()
    await page.getByText('Saved').waitFor()
    await page.reload()
    await page.getByRole('switch', { name: 'get_weather is off' }).waitFor()
    expect(await page.getByRole('combobox', { name: 'Approval of read_file' }).textContent()).toContain('Ask')
    expect(watched.complaints).toEqual([])
  })

  it('adds a provider that is not there, says so, renames and removes it [F009-A12]', async () => {
    const page = await signInTo('/admin/providers')
    await page.getByRole('button', { name: 'Add a provider' }).click()
    await page.getByRole('radio', { name: /OpenAI-compatible/ }).click()
    // Port 9 is "discard": nothing listens there.
    await page.getByLabel('Base URL').fill('http://127.0.0.1:9/v1')
    await page.getByRole('button', { name: 'Save and check' }).click()
    await page.getByText('Not working.').waitFor()
    await page.getByRole('button', { name: /^Edit OpenAI-compatible/ }).click()
    await page.getByLabel('Name', { exact: true }).fill('Desk')
    await page.getByRole('button', { name: 'Save and check' }).click()
    await page.getByRole('heading', { name: 'Desk' }).waitFor()
    await page.getByRole('button', { name: 'Remove Desk' }).click()
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByRole('heading', { name: 'Desk' }).waitFor({ state: 'detached' })
    expect(watched.complaints).toEqual([])
  })

  it('creates a token that works, and none after it is revoked [F009-A14]', async () => {
    const page = await signInTo('/settings/tokens')
    await page.getByLabel('Name').fill('nightly')
    await page.getByRole('button', { name: 'Create token' }).click()
    const secret = await page.getByRole('region', { name: 'The new token' }).locator('code').textContent()
    const status = async () => (await fetch(`${app.url}/api/conversations`, { headers: { authorization: `Bearer ${secret}` } })).status
    expect(await status()).toBe(200)
    await page.getByRole('button', { name: 'Revoke the token nightly' }).click()
    await page.getByRole('button', { name: 'Revoke', exact: true }).click()
    await page.getByRole('button', { name: 'Revoke the token nightly' }).waitFor({ state: 'detached' })
    expect(await status()).toBe(401)
  })

  it('offers the form of a token only once it keeps what is typed [F009-A35]', async () => {
    const page = await signInTo('/settings/tokens')
    let release = () => {}
    const seen = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(/\.js$/, route => seen.then(() => route.continue()))
    await page.goto('/settings/tokens', { waitUntil: 'commit' })
    await page.getByRole('heading', { name: 'API tokens' }).waitFor()
    expect(await page.getByLabel('Name').count()).toBe(0)
    release()
    await page.getByLabel('Name').fill('nightly')
    await page.getByRole('button', { name: 'Create token' }).click()
    await page.getByRole('region', { name: 'The new token' }).waitFor()
  })

  it('names the person of each record at 1024 px too, where the duration is left out [F009-A133]', async () => {
    const page = await signInTo('/audit')
    await page.setViewportSize({ width: 1024, height: 768 })
    await page.getByRole('columnheader', { name: 'User' }).waitFor()
    expect(await page.getByRole('columnheader', { name: 'Duration' }).isVisible()).toBe(false)
    expect(await page.getByRole('table').evaluate(table => table.scrollWidth - table.clientWidth)).toBe(0)
  })

  it('fits a phone without scrolling sideways', async () => {
    const page = await signInTo('/audit')
    await page.setViewportSize({ width: 390, height: 844 })
    for (const path of ['/audit', '/admin/tools', '/admin/providers', '/settings/tokens']) {
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(390)
    }
  })
})
