import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Browser } from 'playwright-core'
import type { AuditRow } from '#shared/audit'
import type { Conversation } from '#shared/conversation'
import type { Page } from '#shared/page'
import type { ToolWire } from '#shared/compatibility'
import { AppServer } from '../support/app-server'
import { launchBrowser, openPage, type WatchedPage } from '../support/browser'
import { startVendorServer, type VendorServer } from '../support/providers/vendor-server'
import { signIn } from '../support/sign-in'

const chunk = (delta: object, finish: string | null = null) => JSON.stringify(
  { id: 'c1', object: 'chat.completion.chunk', model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] },
)
const CALL = { index: 0, id: 'call_1', type: 'function', function: { name: 'calculate', arguments: '{"expression":"6 * 7"}' } }
const EVENTS = [chunk({ role: 'assistant', content: 'Let me see.' }), chunk({ tool_calls: [CALL] }), chunk({}, 'tool_calls')]

let app: AppServer
let browser: Browser
let vendor: VendorServer
let watched: WatchedPage
let conversation: Conversation

beforeAll(async () => {
  vendor = await startVendorServer()
  vendor.reply({ frames: [...EVENTS, '[DONE]'].map(event => `data: ${event}\n\n`) });
  [app, browser] = await Promise.all([AppServer.start({ environment: { OPENAI_BASE_URL: `${vendor.origin}/v1` } }), launchBrowser()])
  conversation = await app.json<Conversation>('POST', '/api/conversations', {})
  // The stream ends with the run.
  const run = await app.request(
    'POST', `/api/conversations/${conversation.id}/runs`, { input: 'What is 6 * 7?', model: 'openai/m', limits: { steps: 2 } },
    { accept: 'text/event-stream' },
  )
  expect(await run.text()).toContain('run-end')
})
afterAll(async () => {
  await browser.close()
  await app.dispose()
  await vendor.close()
})
beforeEach(async () => {
  watched = await openPage(browser, app.url)
  await signIn(watched)
})
afterEach(() => watched.context.close())

describe('the wire lens in a browser', () => {
  it('shows request and events of a step, and is loaded only then [F016-A9]', async () => {
    const { page } = watched
    const scripts = new Set<string>()
    page.on('response', response => response.url().endsWith('.js') && scripts.add(response.url()))
    const isLoaded = async () => (await Promise.all([...scripts].map(async url => (await fetch(url)).text()))).some(
      script => script.includes('Could not load requests and events'),
    )
    await page.goto(`/chat/${conversation.id}`)
    await page.getByRole('option', { name: /^Step 1/ }).click()
    expect(await isLoaded()).toBe(false)

    await page.getByRole('tab', { name: 'Wire' }).click()
    const request = page.getByRole('region', { name: 'Request' })
    await request.getByText('"What is 6 * 7?"').waitFor()
    expect(await isLoaded()).toBe(true)
    await page.getByText(`${vendor.origin}/v1`).waitFor()

    await request.getByRole('button', { name: /^Fold "messages"/ }).press('Enter')
    await request.getByText('"What is 6 * 7?"').waitFor({ state: 'detached' })
    await request.getByRole('searchbox').fill('6 * 7')
    await request.getByText('"What is 6 * 7?"').waitFor()

    const events = page.getByRole('region', { name: 'Events' })
    expect(await events.getByRole('listitem').count()).toBeGreaterThanOrEqual(EVENTS.length)
    await events.getByRole('button', { name: /chat\.completion\.chunk/ }).first().click()
    await events.getByText('"Let me see."', { exact: true }).waitFor()
    expect(watched.complaints).toEqual([])
  })
})

describe('the tool lab in a browser', () => {
  it('lists every tool with its hints, tokens and a verdict for each vendor, and searches them [F017-A1] [F018-A7]', async () => {
    const { page } = watched
    await page.goto('/')
    await page.getByRole('link', { name: 'Tool lab' }).click()
    await page.waitForURL(/\/tools$/)
    const row = page.getByRole('link', { name: /calculate/ })
    await row.waitFor()
    expect(await row.textContent()).toMatch(/Read-only.*\d+ tokens/s)
    expect(await row.getByRole('listitem').allTextContents()).toEqual(
      expect.arrayContaining([expect.stringMatching(/Anthropic.*(ok|adapted \d+|refused)$/)]),
    )
    await page.getByRole('searchbox').fill('arithmetic')
    await expect.poll(() => page.getByRole('link', { name: /\d+ tokens/ }).count()).toBe(1)
    expect(watched.complaints).toEqual([])
  })

  it('calls a tool from a form with the keyboard, shows the outcome, and links to its record [F017-A5] [F017-A9]', async () => {
    const { page } = watched
    await page.goto('/tools/calculate')
    await page.getByRole('textbox', { name: 'expression' }).focus()
    await page.keyboard.type('6 * 7')
    await page.keyboard.press('Control+Enter')
    const outcome = page.getByRole('region', { name: 'Outcome' })
    await outcome.getByText('Done').waitFor()
    await outcome.getByText('42').first().waitFor()
    await page.getByRole('region', { name: 'Recent calls' }).getByRole('link').click()
    await page.waitForURL(/\/audit\/\d+$/)
    await page.getByText('"6 * 7"').first().waitFor()
    expect(watched.complaints).toEqual([])
  })

  it('names pressing Call as the approval of a tool that asks, and does not call a denied or disabled one [F017-A6]', async () => {
    const { page } = watched
    const call = page.getByRole('button', { name: 'Call', exact: true })
    await page.goto('/tools/write_file')
    await page.getByText('pressing Call approves it').waitFor()
    expect(await call.isEnabled()).toBe(true)
    for (const [patch, words] of [[{ approval: 'deny' }, 'Denied by an administrator'], [{ enabled: false }, 'Turned off']] as const) {
      await app.json('PATCH', '/api/tools/write_file', patch)
      await page.reload()
      await page.getByText(words).first().waitFor()
      expect(await call.isDisabled()).toBe(true)
    }
    await app.json('PATCH', '/api/tools/write_file', { enabled: true, approval: 'ask' })
    expect(watched.complaints).toEqual([])
  })

  it('stops a call that is at work, and has it on record [F017-A10]', async () => {
    const { page } = watched
    await page.goto('/tools/query_database')
    await page.getByRole('textbox', { name: 'sql' }).fill(
      'WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT count(*) FROM c',
    )
    await page.getByRole('button', { name: 'Call', exact: true }).click()
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await page.getByText('Call stopped.').waitFor()
    await page.locator('button:focus').getByText('Call').waitFor()
    await expect.poll(async () => (await app.json<Page<AuditRow>>('GET', '/api/audit?tool=query_database&kind=tool.finished')).items)
      .toMatchObject([{ success: false, error: 'cancelled' }])
    await page.getByRole('link', { name: 'View audit record' }).click()
    await page.waitForURL(/\/audit\?tool=query_database$/)
    expect(watched.complaints).toEqual([])
  })

  it('keeps form and JSON alike, and puts issues at their fields [F017-A3] [F017-A4]', async () => {
    const { page } = watched
    await page.goto('/tools/calculate')
    await page.getByRole('textbox', { name: 'expression' }).fill('1 + 1')
    await page.getByRole('tab', { name: 'JSON' }).click()
    const json = page.getByRole('textbox', { name: 'Arguments as JSON' })
    expect(JSON.parse(await json.inputValue())).toEqual({ expression: '1 + 1' })
    await json.fill('{"expression": ')
    await page.getByRole('alert').getByText(/JSON/).waitFor()
    expect(await page.getByRole('button', { name: 'Call', exact: true }).isDisabled()).toBe(true)
    await json.fill('{"expression": ""}')
    await page.getByRole('button', { name: 'Call', exact: true }).click()
    await page.getByRole('tab', { name: 'Form', exact: true }).click()
    const field = page.getByRole('textbox', { name: 'expression' })
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
    const issues = await field.getAttribute('aria-describedby')
    expect(await page.locator(`[id="${issues?.split(' ').at(-1)}"]`).textContent()).toMatch(/expected text that is not blank/)
    expect(watched.complaints).toEqual([])
  })

  it('takes over the arguments of a call in the inspector [F017-A7]', async () => {
    const { page } = watched
    await page.goto(`/chat/${conversation.id}`)
    await page.getByRole('option', { name: /^calculate/ }).first().click()
    await page.getByRole('link', { name: 'Open in tool lab' }).click()
    await page.waitForURL(/\/tools\/calculate/)
    await expect.poll(() => page.getByRole('textbox', { name: 'expression' }).inputValue()).toBe('6 * 7')
    expect(watched.complaints).toEqual([])
  })

  it('shows the exact form for each vendor with every change [F017-A8]', async () => {
    const { page } = watched
    const { items } = await app.json<{ items: ToolWire[] }>('GET', '/api/tools/search_files/wire')
    const adapted = items.find(item => item.warnings.length > 0)
    await page.goto('/tools/search_files')
    for (const { label, verdict } of items) {
      await page.getByRole('tab', { name: label, exact: true }).click()
      const words = { ok: `${label} supports it unchanged`, adapted: `${label} supports it with`, refused: `Not offered to ${label}` }
      await page.getByText(words[verdict]).waitFor()
    }
    await page.getByRole('tab', { name: adapted!.label, exact: true }).click()
    await page.getByText(adapted!.warnings[0]!.reason).first().waitFor({ state: 'attached' })
    await page.getByRole('region', { name: 'Request format' }).getByText(/"search_files"/).first().waitFor()
    expect(watched.complaints).toEqual([])
  })

  it('fits a phone without scrolling sideways [F017-A9]', async () => {
    const { page } = watched
    await page.setViewportSize({ width: 390, height: 844 })
    for (const path of ['/tools', '/tools/query_database', '/admin/tools']) {
      await page.goto(path)
      await page.getByText('query_database').first().waitFor()
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(390)
    }
  })
})
