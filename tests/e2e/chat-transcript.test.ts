import { LLMock } from '@copilotkit/aimock'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { AppServer } from '../support/app-server'
import { useSignedInPage } from '../support/signed-in-page'

const model = new LLMock({ port: 0, logLevel: 'silent' })
let isBroken = true

const sum = (index: number) => ({ name: 'calculate', arguments: JSON.stringify({ expression: `${index} * 2` }) })

const LONG_TEXT = [
  ...Array.from({ length: 20 }, (_, index) => `Paragraph ${index}. ${'Many words follow one another. '.repeat(9)}`),
  'See [**the manual**](https://example.com/manual).',
].join('\n\n')

afterAll(() => model.stop())
const session = useSignedInPage(async () => {
  model.on({ userMessage: /./, predicate: ({ messages }) => messages.at(-1)?.role === 'tool' }, { content: 'Done.' })
  model.on({ userMessage: 'Thirty sums' }, { toolCalls: Array.from({ length: 30 }, (_, index) => sum(index)) })
  model.on(
    { userMessage: 'Try me', predicate: () => isBroken },
    { error: { message: 'Not like this.', type: 'invalid_request_error' }, status: 400 },
  )
  model.on({ userMessage: 'Try me' }, { content: 'It works.' })
  model.on({ userMessage: 'A long text' }, { content: LONG_TEXT })
  await model.start()
  return AppServer.start({ environment: { OPENAI_BASE_URL: `${model.url}/v1`, OPENAI_API: 'chat' } })
})

/** Typed as a person types: the picker has to be ready for the first key. */
async function chooseScripted(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Model: / }).click()
  await page.keyboard.type('openai/scripted')
  await page.keyboard.press('Enter')
}

async function ask(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(text)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/chat\//)
}

describe('the transcript', () => {
  it('keeps a card where it is when it is opened at the end of the chat [F008-A66]', async () => {
    const { page } = session
    await chooseScripted(page)
    await ask(page, 'Thirty sums')
    await page.getByText('Done.').waitFor()
    // The line below the answer comes with the end of the run, and moves what stands above it.
    await page.getByRole('button', { name: 'Trace' }).waitFor()
    const card = page.locator('[data-call]').last()
    const header = card.locator('> button')
    const before = (await header.boundingBox())!.y
    await header.click()
    await card.getByRole('tab', { name: 'Output' }).waitFor()
    expect((await header.boundingBox())!.y).toBeCloseTo(before, 0)

    await card.getByRole('tab', { name: 'Raw' }).click()
    await card.getByText('"outcome"').waitFor()
    expect((await header.boundingBox())!.y).toBeCloseTo(before, 0)

    await page.getByRole('button', { name: 'Jump to latest' }).click()
    await page.getByRole('button', { name: 'Jump to latest' }).waitFor({ state: 'hidden' })
  })

  it('is exported from the chat as Markdown [F008-A71] [F008-A80]', async () => {
    const { page } = session
    await chooseScripted(page)
    await ask(page, 'Thirty sums')
    await page.getByText('Done.').waitFor()
    await page.getByRole('button', { name: 'Export chat' }).click()
    const download = page.waitForEvent('download')
    await page.keyboard.press('Enter')
    expect((await download).suggestedFilename()).toMatch(/^thirty-sums-\d{4}-\d\d-\d\d\.md$/)
  })

  it('repeats a turn that failed in its place, and opens the trace of the earlier attempt from there [F008-A65]', async () => {
    const { page } = session
    await chooseScripted(page)
    isBroken = true
    await ask(page, 'Try me')
    await page.getByRole('alert').getByText('Not like this.').waitFor()
    isBroken = false
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
    await page.getByText('It works.').waitFor()

    const messages = page.getByRole('article').filter({ hasText: 'Try me' })
    expect(await messages.count()).toBe(1)
    expect(await page.getByRole('alert').count()).toBe(0)
    await page.reload()
    await page.getByText('It works.').waitFor()
    expect(await messages.count()).toBe(1)

    await page.getByRole('button', { name: 'Earlier attempt' }).click()
    const inspector = page.getByRole('complementary', { name: 'Inspector' })
    await inspector.getByRole('option', { name: /Step 1/ }).click()
    await inspector.getByText('Not like this.').waitFor()
  })

  it('has equal gaps between the paragraphs of a long answer, and bold links in the colour of links [F008-A96]', async () => {
    const { page } = session
    await chooseScripted(page)
    await ask(page, 'A long text')
    const link = page.getByRole('link', { name: 'the manual' })
    await link.waitFor()
    const gaps = await page.locator('.markdown p').evaluateAll(paragraphs => paragraphs.slice(1).map((paragraph, index) =>
      Math.round(paragraph.getBoundingClientRect().top - paragraphs[index]!.getBoundingClientRect().bottom)))
    expect(gaps).toHaveLength(20)
    expect(new Set(gaps)).toEqual(new Set([10]))
    const colorOf = (element: Element) => getComputedStyle(element).color
    expect(await link.locator('strong').evaluate(colorOf)).toBe(await link.evaluate(colorOf))
  })
})
