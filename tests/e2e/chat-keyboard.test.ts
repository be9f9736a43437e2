import { LLMock } from '@copilotkit/aimock'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { AppServer } from '../support/app-server'
import { useSignedInPage } from '../support/signed-in-page'

const model = new LLMock({ port: 0, logLevel: 'silent' })
const write = (index: number) => ({ name: 'write_file', arguments: JSON.stringify({ path: `notes/w${index}.md`, content: 'x' }) })
const sum = (index: number) => ({ name: 'calculate', arguments: JSON.stringify({ expression: `${index} * 2` }) })
const TABLE = `| Customer | Date | Note |
|---|---|---|
| Alice | 2026-04-18 | She asked for one delivery of everything, and for the invoice by post |
| Benedict Montgomery | 2026-05-02 | Nothing |`

afterAll(() => model.stop())
const session = useSignedInPage(async () => {
  model.on({ userMessage: /./, predicate: ({ messages }) => messages.at(-1)?.role === 'tool' }, { content: 'Done.' })
  model.on({ userMessage: 'Write three files' }, { toolCalls: [write(1), write(2), write(3)] })
  model.on({ userMessage: 'Write one file' }, { toolCalls: [write(4)] })
  model.on({ userMessage: 'Thirty sums' }, { toolCalls: Array.from({ length: 30 }, (_, index) => sum(index)) })
  model.on({ userMessage: 'A table' }, { content: TABLE })
  await model.start()
  return AppServer.start({ environment: { OPENAI_BASE_URL: `${model.url}/v1`, OPENAI_API: 'chat' } })
})

async function ask(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: /^Model: / }).click()
  await page.getByRole('textbox', { name: /Search models/ }).fill('openai/scripted')
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Message' }).fill(text)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/chat\//)
}

const focused = (page: Page) => page.evaluate(() => {
  const active = document.activeElement
  return {
    card: [...document.querySelectorAll('[data-call]')].findIndex(card => card.contains(active)),
    isQuestion: active?.getAttribute('data-approval') === 'waiting',
    hasRing: active !== null && getComputedStyle(active).outlineStyle === 'solid',
  }
})

describe('a chat without a mouse', () => {
  it('goes from question to question, and ends at the card of the last answer [F008-A52]', async () => {
    const { page } = session
    await ask(page, 'Write three files')
    await expect.poll(() => page.locator('[data-approval="waiting"]').count()).toBe(3)
    expect(await focused(page)).toEqual({ card: 0, isQuestion: true, hasRing: true })

    await page.locator('[data-call]').nth(0).getByRole('button', { name: 'Allow once' }).press('Enter')
    await expect.poll(() => focused(page)).toEqual({ card: 1, isQuestion: true, hasRing: true })
    await page.locator('[data-call]').nth(1).getByRole('button', { name: 'Deny' }).press('Enter')
    await expect.poll(() => focused(page)).toEqual({ card: 2, isQuestion: true, hasRing: true })
    await page.locator('[data-call]').nth(2).getByRole('button', { name: 'Allow once' }).press('Enter')
    await expect.poll(() => focused(page)).toEqual({ card: 2, isQuestion: false, hasRing: true })
    await page.getByText('Done.').waitFor()
    expect((await focused(page)).card).toBe(2)
  })

  it('says why Enter does not send while a call waits, and Esc does not stop the run [F008-A57, F008-A63]', async () => {
    const { page } = session
    await ask(page, 'Write one file')
    await page.locator('[data-approval="waiting"]').waitFor()
    await page.getByRole('textbox', { name: 'Message' }).fill('And another')
    await page.keyboard.press('Enter')
    const hint = page.getByText('Answer the approval or stop the run to send this')
    await hint.waitFor()

    await page.keyboard.press('Escape')
    // Only after a key that the page answers is it known that Esc was handled.
    await page.keyboard.press('Control+b')
    await page.getByRole('complementary', { name: 'Sidebar' }).waitFor({ state: 'hidden' })
    expect(await page.locator('[data-approval="waiting"]').count()).toBe(1)
    await page.getByRole('button', { name: 'Stop the answer' }).click()
    await page.getByRole('button', { name: 'Send' }).waitFor()
    expect(await hint.count()).toBe(0)
    expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('And another')
  })

  it('brings the card of a call into view that is chosen in the timeline, and leaves the reader alone otherwise [F008-A56]', async () => {
    const { page } = session
    await ask(page, 'Thirty sums')
    await page.getByText('Done.').waitFor()
    const conversation = page.getByRole('region', { name: 'Conversation' })
    const top = () => conversation.evaluate(element => element.scrollTop)
    // The line below the answer comes with the end of the run, and the view follows it to the end.
    await page.getByRole('button', { name: /^Stop/ }).waitFor({ state: 'hidden' })
    await expect.poll(
      () => conversation.evaluate(element => element.scrollHeight - element.clientHeight - element.scrollTop),
    ).toBeLessThanOrEqual(1)
    const before = await top()
    const rows = page.getByRole('listbox', { name: /Timeline/ }).getByRole('option')
    await rows.nth(30).click()
    expect(await top()).toBe(before)

    await rows.nth(2).click()
    await expect.poll(top).toBeLessThan(before)
    const box = await page.locator('[data-call]').nth(1).boundingBox()
    expect(box!.y).toBeGreaterThanOrEqual(48)
    expect(box!.y + box!.height).toBeLessThanOrEqual(900)
  })
})

describe('the room for a chat', () => {
  it('hides the sidebar by key or button, and keeps it so over a reload [F008-A54]', async () => {
    const { page } = session
    const sidebar = page.getByRole('complementary', { name: 'Sidebar' })
    // The keys come with it: signing in ends before the screen stands.
    await sidebar.waitFor()
    await page.keyboard.press('Control+b')
    await sidebar.waitFor({ state: 'hidden' })
    await page.reload({ waitUntil: 'networkidle' })
    expect(await sidebar.isVisible()).toBe(false)

    await page.getByRole('button', { name: 'Show the sidebar' }).click()
    await sidebar.waitFor()
  })

  it('opens the inspector by itself only where there is width for it, and keeps what was chosen [F008-A54]', async () => {
    const { page } = session
    await ask(page, 'A table')
    const inspector = page.getByRole('complementary', { name: 'Inspector' })
    await inspector.waitFor()
    await page.setViewportSize({ width: 1024, height: 768 })
    await inspector.waitFor({ state: 'hidden' })

    await page.keyboard.press('Control+i')
    await inspector.waitFor()
    await page.reload()
    await inspector.waitFor()
  })

  it('breaks no date in a table, which scrolls in its own box [F008-A55]', async () => {
    const { page } = session
    await ask(page, 'A table')
    const date = page.getByRole('cell', { name: '2026-04-18' })
    await date.waitFor()
    for (const width of [1440, 1024, 390]) {
      await page.setViewportSize({ width, height: 844 })
      const lines = await date.evaluate((cell) => {
        const text = document.createRange()
        text.selectNodeContents(cell)
        return new Set([...text.getClientRects()].map(line => line.top)).size
      })
      expect(lines, `at ${width}`).toBe(1)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    }
  })

  it('shows all of a picker in low windows [F008-A51]', async () => {
    const { page } = session
    for (const [width, height] of [[1024, 768], [1366, 768], [1024, 600]] as const) {
      await page.setViewportSize({ width, height })
      for (const [button, label] of [[
        /^Tools: /, 'Choose tools'], [/^Model: /, 'Choose a model'], [/^Model settings/, 'Model settings',
      ]] as const) {
        await page.getByRole('button', { name: button }).click()
        const panel = page.getByRole('dialog', { name: label })
        await panel.getByRole(label === 'Model settings' ? 'spinbutton' : 'textbox').or(panel.getByRole('searchbox')).first().waitFor()
        const box = (await panel.boundingBox())!
        expect(box.y, label).toBeGreaterThanOrEqual(48)
        expect(box.y + box.height, label).toBeLessThanOrEqual(height)
        expect(box.x + box.width, label).toBeLessThanOrEqual(width)
        await page.keyboard.press('Escape')
      }
    }
  })
})
