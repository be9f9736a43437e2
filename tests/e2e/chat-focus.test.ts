import { LLMock } from '@copilotkit/aimock'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { ADMIN, AppServer } from '../support/app-server'
import { openPage } from '../support/browser'
import { signIn } from '../support/sign-in'
import { useSignedInPage } from '../support/signed-in-page'

const MODEL = 'scripted-model-with-a-name-that-is-longer-than-its-place'
const model = new LLMock({ port: 0, logLevel: 'silent' })

const write = { name: 'write_file', arguments: JSON.stringify({ path: 'notes/w.md', content: 'x' }) }

afterAll(() => model.stop())
const session = useSignedInPage(async () => {
  model.on({ userMessage: /./, predicate: ({ messages }) => messages.at(-1)?.role === 'tool' }, { content: 'Done.' })
  model.on({ userMessage: 'Write one file' }, { toolCalls: [write] })
  model.on({ userMessage: 'Say hello' }, { content: 'Hello.' })
  model.on({ userMessage: 'Fail' }, { error: { message: 'Not like this.', type: 'invalid_request_error' }, status: 400 })
  await model.start()
  return AppServer.start({ environment: { OPENAI_BASE_URL: `${model.url}/v1`, OPENAI_API: 'chat' } })
})

async function ask(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: /^Model: / }).click()
  await page.getByRole('textbox', { name: /Search models/ }).fill(`openai/${MODEL}`)
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Message' }).fill(text)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/chat\//)
}

async function askToWrite(page: Page): Promise<void> {
  await ask(page, 'Write one file')
  await page.locator('[data-approval="waiting"]').waitFor()
}

/** What has focus, as a person who uses the keyboard would name it. */
const focused = (page: Page) => page.evaluate(() => {
  const active = document.activeElement
  if (active === document.body) return 'nothing'
  return active?.getAttribute('aria-label') ?? active?.textContent?.trim() ?? ''
})

describe('focus in a chat', () => {
  it('goes to the composer when the stop button or a button of the turn is gone [F008-A90]', async () => {
    const { page } = session
    await askToWrite(page)
    await page.getByRole('button', { name: 'Stop the answer' }).press('Enter')
    await page.getByText('Stopped.').first().waitFor()
    await expect.poll(() => focused(page)).toBe('Message')

    await ask(page, 'Fail')
    await page.getByText('Not like this.').waitFor()
    await page.getByRole('button', { name: 'Try again' }).press('Enter')
    await expect.poll(() => focused(page)).toBe('Message')
  })

  it('stays on the button of an answer that could not be sent, as does the note, also over a reload [F008-A91]', async () => {
    // A page of its own: a lost network is written to the console.
    const offline = await openPage(session.browser, session.app.url)
    await signIn(offline)
    const { page, context } = offline
    await askToWrite(page)
    const note = page.getByRole('textbox', { name: /Note for the model/ })
    await note.fill('Another folder, please')
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Deny' }).press('Enter')
    await page.getByText('Could not send your answer.').waitFor()
    expect(await focused(page)).toBe('Deny')

    await context.setOffline(false)
    await page.reload()
    await expect.poll(() => note.inputValue()).toBe('Another folder, please')
    await page.getByRole('button', { name: 'Deny' }).press('Enter')
    await page.getByText('Denied: Another folder, please').first().waitFor()
    expect(await page.evaluate(() => Object.values(localStorage).filter(text => text.includes('Another folder')))).toEqual([])
    await context.close()
  })

  it('goes to the head of a call that another tab has answered [F008-A90]', async () => {
    const { page, context } = session
    await askToWrite(page)
    await page.getByRole('button', { name: 'Deny' }).focus()
    const other = await context.newPage()
    await other.goto(page.url())
    await other.getByRole('button', { name: 'Allow once' }).click()
    await page.locator('[data-approval="waiting"]').waitFor({ state: 'detached' })
    expect(await focused(page)).toContain('write_file')
  })
})

describe('the composer', () => {
  it('keeps its send button inside at every width, with a long model name and a system prompt [F008-A92]', async () => {
    const { page } = session
    await page.getByRole('button', { name: 'Model settings' }).click()
    await page.getByRole('textbox', { name: 'System prompt' }).fill('Be brief.')
    await page.keyboard.press('Escape')
    await askToWrite(page)
    await page.getByRole('button', { name: 'Stop the answer' }).click()
    await page.setViewportSize({ width: 1024, height: 768 })
    await page.keyboard.press('Control+i')
    await page.getByRole('complementary', { name: 'Inspector' }).waitFor()
    for (const width of [1440, 1280, 1024, 768, 390, 320]) {
      await page.setViewportSize({ width, height: 768 })
      const composer = page.locator('form:has([data-composer])')
      const controls = await composer.getByRole('button').evaluateAll(buttons => buttons.map(button => button.getBoundingClientRect()))
      const { x, width: composerWidth } = (await composer.boundingBox())!
      const edges = [...controls.flatMap(({ left, right }) => [left, right]), x + composerWidth]
      expect(edges, `at ${width}`).toEqual(edges.toSorted((one, other) => one - other))
    }
  })
})

describe('the inspector on a phone', () => {
  it('takes focus, closes by Esc without stopping the run, and gives focus back to what opened it [F008-A93]', async () => {
    const { page } = session
    await askToWrite(page)
    await page.setViewportSize({ width: 390, height: 844 })
    const opener = page.getByRole('button', { name: 'Toggle inspector' })
    await opener.press('Enter')
    const sheet = page.getByRole('dialog', { name: 'Inspector' })
    await sheet.getByRole('listbox').waitFor()
    expect(await sheet.evaluate(element => element.contains(document.activeElement))).toBe(true)

    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'hidden' })
    expect(await focused(page)).toBe('Toggle inspector')
    expect(await page.locator('[data-approval="waiting"]').count()).toBe(1)
  })

  it('gives its place to the pane when the window gets wide [F008-A93]', async () => {
    const { page } = session
    await askToWrite(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Toggle inspector' }).click()
    await page.getByRole('dialog', { name: 'Inspector' }).waitFor()
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('dialog', { name: 'Inspector' }).waitFor({ state: 'hidden' })
    await page.getByRole('complementary', { name: 'Inspector' }).getByRole('listbox').waitFor()
  })
})

describe('a sign-out in one tab', () => {
  it('takes every other tab to the sign-in page, and back to where it was after signing in [F012-A80]', async () => {
    const { page, context } = session
    await ask(page, 'Say hello')
    await page.getByRole('button', { name: 'Trace' }).waitFor()
    const other = await context.newPage()
    await other.goto('/')
    await other.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL(url => url.pathname === '/login')
    expect(await page.getByText('Say hello').count()).toBe(0)
    await other.getByLabel('Email').waitFor()
    expect(new URL(other.url()).search).toBe('')

    await page.getByLabel('Email').fill(ADMIN.email)
    await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(/\/chat\//)
    await page.getByText('Hello.').waitFor()
  })
})
