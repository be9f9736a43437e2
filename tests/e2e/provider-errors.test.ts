import type { Browser, Page as BrowserPage } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Conversation } from '#shared/conversation'
import type { Page } from '#shared/page'
import { ADMIN, AppServer } from '../support/app-server'
import { launchBrowser, openPage, type WatchedPage } from '../support/browser'
import { startVendorServer } from '../support/providers/vendor-server'

const USER = { email: 'grace@example.com', password: 'another long password' }

let app: AppServer
let browser: Browser
let deadAddress: string

beforeAll(async () => {
  [app, browser] = await Promise.all([AppServer.start(), launchBrowser()])
  const vendor = await startVendorServer()
  deadAddress = vendor.origin
  await vendor.close()
  await app.json(
    'POST', '/api/providers', { kind: 'openai-compatible', name: 'Dead box', baseUrl: `${deadAddress}/v1`, models: ['some-model'] },
  )
  await app.json('POST', '/api/users', { ...USER, name: 'Grace Hopper', role: 'user' })
})
afterAll(async () => {
  await browser.close()
  await app.dispose()
})

async function signedIn({ email, password }: { readonly email: string, readonly password: string }): Promise<WatchedPage> {
  const watched = await openPage(browser, app.url)
  await watched.context.request.post('/api/auth/login', { data: { email, password } })
  await watched.page.goto('/')
  return watched
}

async function chooseModel(page: BrowserPage, id: string): Promise<void> {
  await page.getByRole('button', { name: /^Model:/ }).click()
  await page.getByRole('textbox', { name: /Search models/ }).fill(id)
  await page.getByRole('textbox', { name: /Search models/ }).press('Enter')
}

async function send(page: BrowserPage, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(text)
  await page.getByRole('button', { name: 'Send' }).click()
}

describe('a provider that cannot answer', () => {
  it('leaves nothing behind of a first message that is refused, and offers another model [F008-A60]', async () => {
    const { page, context } = await signedIn(ADMIN)
    await chooseModel(page, 'foo/bar')
    await send(page, 'Is anybody there?')
    await page.getByRole('alert').getByText('Model not available').waitFor()

    expect(new URL(page.url()).pathname).toBe('/')
    expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('Is anybody there?')
    expect(await page.getByRole('navigation', { name: 'Chats' }).getByRole('link').count()).toBe(0)
    expect(await app.json('GET', '/api/conversations')).toMatchObject({ items: [] })

    await page.getByRole('alert').getByRole('button', { name: 'Choose another model' }).click()
    await page.getByRole('textbox', { name: /Search models/ }).waitFor()
    await page.getByRole('region', { name: 'Demo' }).getByRole('button').first().click()
    await page.getByRole('button', { name: 'Send' }).click()
    await page.waitForURL(/\/chat\//)
    await page.getByRole('navigation', { name: 'Chats' }).getByRole('link', { name: 'Is anybody there?' }).waitFor()
    await context.close()
  })

  it('keeps the chat of a first message whose answer was lost on the way [F008-A61]', async () => {
    const { page, context } = await signedIn(ADMIN)
    await page.route(/\/runs$/, async (route) => {
      const request = route.request()
      await app.json('POST', new URL(request.url()).pathname, request.postDataJSON())
      await route.abort()
    })
    await send(page, 'What is 6 * 7?')
    await page.getByRole('alert').getByText('Could not reach the server').first().waitFor()
    expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('What is 6 * 7?')
    await expect.poll(
      async () => (await app.json<Page<Conversation>>('GET', '/api/conversations')).items.map(({ title }) => title),
    ).toContain('What is 6 * 7?')
    await context.close()
  })

  it('is told to an admin by its name, with the way to its settings [F021-A11]', async () => {
    const { page, context } = await signedIn(ADMIN)
    await chooseModel(page, 'dead-box/some-model')
    await send(page, 'Is anybody there?')
    const alert = page.getByRole('alert')
    await alert.getByText('Dead box could not be reached.').waitFor()
    await alert.getByRole('button', { name: 'Try again' }).waitFor()
    await alert.getByRole('link', { name: 'Open providers' }).click()
    await page.waitForURL(/\/admin\/providers/)

    await page.getByRole('button', { name: 'Check Dead box' }).click()
    await page.getByText('Not working. Dead box could not be reached.').waitFor()
    await page.reload()
    await page.getByText('Not working. Dead box could not be reached.').waitFor()
    await context.close()
  })

  it('is told to others by its name and without its address, with whom to ask [F021-A11] [F013-A11]', async () => {
    await app.json('POST', '/api/providers/dead-box/check')
    const { page, context } = await signedIn(USER)
    await page.getByRole('button', { name: /^Model:/ }).click()
    await page.getByRole('region', { name: 'Dead box' }).getByText('Dead box could not be reached.').waitFor()
    await page.getByRole('region', { name: 'Dead box' }).getByRole('button', { name: 'some-model' }).click()
    await send(page, 'Is anybody there?')
    const alert = page.getByRole('alert')
    await alert.getByText('Ask an administrator to check the provider settings.').waitFor()
    expect(await alert.getByRole('link').count()).toBe(0)
    expect(await page.locator('body').innerText()).not.toContain(new URL(deadAddress).host)
    await alert.getByRole('button', { name: 'Choose another model' }).click()
    await page.getByRole('textbox', { name: /Search models/ }).waitFor()
    await context.close()
  })
})
