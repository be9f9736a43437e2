import { LLMock } from '@copilotkit/aimock'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Browser, Locator } from 'playwright-core'
import type { Conversation } from '#shared/conversation'
import type { ProviderListing } from '#shared/provider'
import { ADMIN, AppServer } from '../support/app-server'
import { launchBrowser, openPage, type WatchedPage } from '../support/browser'
import { signIn } from '../support/sign-in'

const WORD = 'W'.repeat(60)

const model = new LLMock({ port: 0 })
let app: AppServer
let browser: Browser
let watched: WatchedPage

beforeAll(async () => {
  await model.start();
  [app, browser] = await Promise.all(
    [AppServer.start({ environment: { OPENAI_BASE_URL: `${model.url}/v1`, OPENAI_API: 'chat' } }), launchBrowser()],
  )
})
afterAll(async () => {
  await browser.close()
  await app.dispose()
  await model.stop()
})
beforeEach(async () => {
  watched = await openPage(browser, app.url, { width: 390, height: 844 })
  await signIn(watched)
})
afterEach(() => watched.context.close())

/** The card of the one call that the scripted model makes. */
async function openCall(name: string, input: string): Promise<Locator> {
  model.clearFixtures()
  model.resetMatchCounts()
  model.addFixture({ match: { userMessage: /try/, sequenceIndex: 0 }, response: { toolCalls: [{ name, arguments: input }] } })
  model.addFixture({ match: { userMessage: /try/, sequenceIndex: 1 }, response: { content: 'That did not work.' } })
  const { id } = await app.json<Conversation>('POST', '/api/conversations', {})
  await app.json('POST', `/api/conversations/${id}/runs`, { input: 'try it', model: 'openai/scripted' })
  await watched.page.goto(`/chat/${id}`)
  return watched.page.locator('[data-call]')
}

/** Nothing in it reaches past its edge, where it would be cut off. */
async function expectToFit(box: Locator) {
  expect(await box.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0)
}

describe('a word longer than the screen is wide', () => {
  it('wraps in the note of a denial [F008-A47]', async () => {
    const card = await openCall('write_file', '{"path":"a.txt","content":"x"}')
    await watched.page.getByPlaceholder(/note for the model/i).fill(WORD)
    await watched.page.getByRole('button', { name: 'Deny' }).click()
    await card.getByText(`Denied: ${WORD}`).waitFor()
    await expectToFit(card)
  })

  it('wraps in what was wrong with refused arguments [F008-A47]', async () => {
    const card = await openCall('calculate', JSON.stringify({ expression: '1', [WORD]: WORD }))
    await card.getByText(`/${WORD}`, { exact: true }).waitFor()
    await expectToFit(card)
  })

  it('wraps in the question before a provider is removed [F008-A47]', async () => {
    const { id } = await app.json<ProviderListing>(
      'POST', '/api/providers', { kind: 'openai-compatible', name: WORD, baseUrl: `${model.url}/v1` },
    )
    await watched.page.goto('/admin/providers')
    await watched.page.getByRole('button', { name: `Remove ${WORD}` }).click()
    const dialog = watched.page.getByRole('dialog')
    await dialog.getByRole('heading', { name: WORD }).waitFor()
    await expectToFit(dialog)
    await expectToFit(dialog.getByRole('heading', { name: WORD }))
    await app.request('DELETE', `/api/providers/${id}`)
  })

  it('wraps in the card of a provider and in what its check said [F008-A99]', async () => {
    const { id } = await app.json<ProviderListing>(
      'POST', '/api/providers', { kind: 'openai-compatible', name: WORD, baseUrl: 'http://127.0.0.1:9/v1' },
    )
    await watched.page.setViewportSize({ width: 320, height: 800 })
    await watched.page.goto('/admin/providers')
    const card = watched.page.getByRole('listitem').filter({ has: watched.page.getByRole('heading', { name: WORD }) })
    await card.getByRole('button', { name: `Check ${WORD}` }).click()
    await card.getByRole('status').getByText(/Not working/).waitFor()
    await expectToFit(card)
    await app.request('DELETE', `/api/providers/${id}`)
  })

  it.each([390, 1440])('wraps in the greeting of the start page: a screen of %i pixels [F008-A99]', async (width) => {
    const { page } = watched
    await app.json('POST', '/api/users', { email: `w${width}@example.com`, name: 'W'.repeat(70), password: ADMIN.password, role: 'user' })
    await page.context().clearCookies()
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/login')
    await page.getByLabel('Email').fill(`w${width}@example.com`)
    await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    const greeting = page.getByRole('heading', { name: /^What shall we work on, W/ })
    await greeting.waitFor()
    await expectToFit(greeting)
  })
})
