import { LLMock } from '@copilotkit/aimock'
import { afterAll, describe, expect, it } from 'vitest'
import { AppServer } from '../support/app-server'
import { openPage } from '../support/browser'
import { signIn } from '../support/sign-in'
import { useSignedInPage } from '../support/signed-in-page'

const model = new LLMock({ port: 0, logLevel: 'silent' })

afterAll(() => model.stop())
const session = useSignedInPage(async () => {
  model.on({ userMessage: /./ }, { content: Array.from({ length: 80 }, (_, index) => `Paragraph ${index}.`).join('\n\n') })
  await model.start()
  return AppServer.start({ environment: { OPENAI_BASE_URL: `${model.url}/v1`, OPENAI_API: 'chat' } })
})

describe('a message that cannot be sent', () => {
  it('shows its error to a reader who has scrolled up [F008-A123]', async () => {
    // A page of its own: a lost network is written to the console.
    const offline = await openPage(session.browser, session.app.url)
    await signIn(offline)
    const { page, context } = offline
    await page.getByRole('button', { name: /^Model: / }).click()
    await page.getByRole('textbox', { name: /Search models/ }).fill('openai/any')
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Message' }).fill('Write much')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Trace' }).waitFor()
    const transcript = page.getByRole('region', { name: 'Conversation' })
    await transcript.press('Home')
    // The browser scrolls there over several frames, and would go on after the error has come.
    await expect.poll(() => transcript.evaluate(element => element.scrollTop)).toBe(0)

    await context.setOffline(true)
    await page.getByRole('textbox', { name: 'Message' }).fill('And more')
    await page.keyboard.press('Enter')
    const error = page.getByRole('main').getByRole('alert')
    await error.waitFor()
    const isInView = () => error.evaluate(
      element => element.getBoundingClientRect().bottom <= element.closest('[role="region"]')!.getBoundingClientRect().bottom,
    )
    await expect.poll(isInView).toBe(true)
    await context.close()
  })
})
