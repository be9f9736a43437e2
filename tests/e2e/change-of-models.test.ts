import { LLMock } from '@copilotkit/aimock'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AuditRow } from '#shared/audit'
import type { ConversationDetail } from '#shared/conversation'
import type { Page as ListPage } from '#shared/page'
import { AppServer } from '../support/app-server'
import { launchBrowser, openPage } from '../support/browser'
import { mockUsage } from '../support/providers/mock-usage'
import { readMockedCallPairs } from '../support/providers/read-call-pairs'
import { signIn } from '../support/sign-in'

/** One message to each vendor in turn; each answers with a call and then with text. */
const TURNS = [
  {
    model: 'anthropic/claude-sonnet-4-6', input: 'How is the weather in Paris?', tool: 'get_weather', arguments: { city: 'Paris' },
    answer: 'Paris is mild today.', reasoning: 'One city, one call.',
  },
  { model: 'gemini/gemini-2.5-pro', input: 'And in Tokyo?', tool: 'get_weather', arguments: { city: 'Tokyo' }, answer: 'Tokyo is warmer.' },
  {
    model: 'openai/gpt-5.1', input: 'What is the average of 18 and 24?', tool: 'calculate', arguments: { expression: '(18 + 24) / 2' },
    answer: 'The average is 21.',
  },
  { model: 'local/qwen3-32b', input: 'Which folders do I have?', tool: 'list_directory', arguments: {}, answer: 'You have some notes.' },
] as const

const DEMO = { model: 'demo/patchbay-demo', input: 'What is 19.90 * 3?', tool: 'calculate', answer: '59.7' } as const

const mock = new LLMock({ port: 0, logLevel: 'silent' })
let app: AppServer
let browser: Browser

beforeAll(async () => {
  for (const { input, tool, arguments: args, answer, ...more } of TURNS) {
    mock.on(
      { userMessage: input, predicate: ({ messages }) => messages.at(-1)?.role === 'tool' }, { content: answer, usage: mockUsage(300, 9) },
    )
    mock.on(
      { userMessage: input },
      {
        ...more, usage: mockUsage(200, 12), ...('reasoning' in more && { reasoningSignature: 'c2lnbmF0dXJl' }),
        toolCalls: [{ name: tool, arguments: JSON.stringify(args) }],
      },
    )
  }
  await mock.start()
  const environment = {
    ANTHROPIC_API_KEY: 'test-key', ANTHROPIC_BASE_URL: mock.url,
    GEMINI_API_KEY: 'test-key', GEMINI_BASE_URL: mock.url,
    OPENAI_API_KEY: 'test-key', OPENAI_BASE_URL: `${mock.url}/v1`, OPENAI_API: 'responses',
  };
  [app, browser] = await Promise.all([AppServer.start({ environment }), launchBrowser()])
  await app.json('POST', '/api/providers', { kind: 'openai-compatible', name: 'Local', baseUrl: `${mock.url}/v1`, models: ['qwen3-32b'] })
})
afterAll(async () => {
  await browser.close()
  await app.dispose()
  await mock.stop()
})

async function pickModel(page: Page, model: string): Promise<void> {
  await page.getByRole('button', { name: /^Model: / }).click()
  await page.getByRole('textbox', { name: /Search models/ }).fill(model)
  await page.keyboard.press('Enter')
}

/** Sends the message and waits for the answer's end: the button under it belongs to a run that is over. */
async function ask(
  page: Page, { model, input, answer }: { readonly model: string, readonly input: string, readonly answer: string },
): Promise<void> {
  const runs = await page.getByRole('button', { name: 'Trace' }).count()
  await pickModel(page, model)
  await page.getByRole('textbox', { name: 'Message' }).fill(input)
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText(answer).first().waitFor()
  await page.getByRole('button', { name: 'Trace' }).nth(runs).waitFor()
}

/** What the vendors were asked, in order. */
function readRequests(): readonly unknown[] {
  return mock.getRequests().filter(({ method }) => method === 'POST').map(({ body }) => body)
}

describe('a conversation that changes its model with each message', () => {
  it('shows every call and answer, sends the whole history to each vendor, and records all of it [F020-A13]', async () => {
    const watched = await openPage(browser, app.url)
    const { page } = watched
    await signIn(watched)
    for (const turn of [...TURNS, DEMO]) await ask(page, turn)

    // The transcript, as it was streamed and as it is stored.
    for (const look of ['streamed', 'stored']) {
      if (look === 'stored') await page.reload()
      await page.getByRole('button', { name: 'Trace' }).nth(TURNS.length).waitFor()
      const shown = await page.getByRole('main').innerText()
      for (const { input, answer, tool } of [...TURNS, DEMO]) expect(
        [input, answer, tool].filter(text => !shown.includes(text)), look,
      ).toEqual([])
      expect(await page.locator('[data-call-state="ok"]').count(), look).toBe(TURNS.length + 1)
    }

    // Each vendor twice: first with all earlier calls and their results, then with its own too.
    const requests = readRequests()
    expect(requests).toHaveLength(TURNS.length * 2)
    for (const [index, body] of requests.entries()) {
      const turn = Math.floor(index / 2)
      const { calls, results } = readMockedCallPairs(body)
      expect(calls).toHaveLength(turn + index % 2)
      expect(results).toEqual(calls)
      const text = JSON.stringify(body)
      expect(TURNS.slice(0, turn).filter(({ input, answer }) => !text.includes(input) || !text.includes(answer))).toEqual([])
    }

    const { items } = await app.json<ListPage<AuditRow>>('GET', '/api/audit?limit=200')
    for (const kind of ['tool.started', 'tool.finished']) {
      expect(items.toReversed().filter(row => row.kind === kind).map(({ tool }) => tool)).toEqual([...TURNS, DEMO].map(({ tool }) => tool))
    }
    expect(await app.json('GET', '/api/audit/verify')).toMatchObject({ ok: true })

    await expectWarningsToBeShown(page)
    expect(watched.complaints).toEqual([])
    await watched.context.close()
  })
})

/** What the translation cost stands at its step in the inspector. */
async function expectWarningsToBeShown(page: Page): Promise<void> {
  const { runs } = await app.json<ConversationDetail>('GET', `/api/conversations/${new URL(page.url()).pathname.split('/').at(-1)}`)
  const at = runs.findIndex(run => run.events.some(event => event.type === 'translation-warning'))
  const warnings = (runs[at]?.events ?? []).flatMap(
    event => event.type === 'translation-warning' && event.step === 1 ? [event.warning] : [],
  )
  expect(warnings.length, 'A history of four vendors costs something at one of them.').toBeGreaterThan(12)
  await page.getByRole('button', { name: 'Trace' }).nth(at).click()
  const inspector = page.getByRole('complementary', { name: 'Inspector' })
  await inspector.getByRole('option', { name: /^Step 1/ }).click()
  // So many are folded away.
  await inspector.getByText(`${warnings.length} changes for this provider`).click()
  for (const { reason } of warnings) await inspector.getByText(reason).first().waitFor()
}
