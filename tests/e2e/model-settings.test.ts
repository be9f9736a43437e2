import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import type { ConversationDetail } from '#shared/conversation'
import { AppServer } from '../support/app-server'
import { harness } from '../fixtures/providers/openai-chat/harness'
import { startVendorServer, type VendorServer } from '../support/providers/vendor-server'
import { useSignedInPage } from '../support/signed-in-page'

const USAGE = { input: 12, cachedInput: 2, output: 7, reasoning: 3 }
const CALLS = harness.toFrames(
  { text: [], calls: [{ id: 'c1', name: 'calculate', fragments: ['{"expression":"2+2"}'] }], ending: 'tool-calls', usage: USAGE },
)
const ANSWERS = harness.toFrames({ text: ['It is 4.'], calls: [], ending: 'stop', usage: USAGE })

let vendor: VendorServer
const session = useSignedInPage(async () => {
  const [app, started] = await Promise.all([AppServer.start(), startVendorServer()])
  vendor = started
  await app.json(
    'POST', '/api/providers', { kind: 'openai-compatible', name: 'Desk', baseUrl: `${vendor.origin}/v1`, models: ['qwen3', 'plain'] },
  )
  return app
})
afterAll(() => vendor.close())

async function chooseModel(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Model:/ }).click()
  await page.getByRole('dialog', { name: 'Choose a model' }).getByRole('button', { name, exact: true }).click()
}

async function openSettings(page: Page) {
  await page.getByRole('button', { name: /^Model settings/ }).click()
  return page.getByRole('dialog', { name: 'Model settings' })
}

async function send(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(text)
  await page.getByRole('button', { name: 'Send' }).click()
  await page.waitForURL(/\/chat\//)
  await page.getByRole('button', { name: 'Trace' }).last().waitFor()
}

describe('model settings in a browser', () => {
  it('reach the vendor, stay with their chat, and are priced [F014-A12] [F014-A13] [F015-A6]', async () => {
    const { page } = session
    await session.app.json('PUT', '/api/model-overrides', { model: 'desk/qwen3', prices: { input: 1000, cachedInput: 500, output: 2000 } })
    vendor.reply({ frames: CALLS }, { frames: ANSWERS })
    await page.goto('/')
    await chooseModel(page, 'qwen3')
    const panel = await openSettings(page)
    await panel.getByLabel('Tool choice').selectOption('tool:calculate')
    await panel.getByLabel('Reasoning effort').selectOption('high')
    await panel.getByLabel('Temperature').fill('0.3')
    await panel.getByLabel('Temperature').press('Tab')
    await panel.getByLabel('One call at a time').press('Space')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Model settings: 4 changed' }).waitFor()
    await send(page, 'What is 2 + 2?')

    // The vendor server reads JSON objects.
    const [first, second] = vendor.requests.slice(-2).map(({ body }) => body as Record<string, unknown>)
    expect(first).toMatchObject({
      model: 'qwen3', temperature: 0.3, reasoning_effort: 'high', parallel_tool_calls: false,
      tool_choice: { type: 'function', function: { name: 'calculate' } },
    })
    expect(second).toMatchObject({ temperature: 0.3, reasoning_effort: 'high', tool_choice: 'auto' })
    // Each step: 10 plain tokens, 2 cached, 7 out.
    await page.getByLabel('Usage of this conversation').getByText('$0.0500').waitFor()
    const id = page.url().split('/').at(-1)
    expect((await session.app.json<ConversationDetail>('GET', `/api/conversations/${id}`)).cost).toBeCloseTo(0.05, 10)

    await page.reload()
    await page.getByRole('button', { name: 'Model settings: 4 changed' }).waitFor()
    const again = await openSettings(page)
    expect(await again.getByLabel('Temperature').inputValue()).toBe('0.3')
    await again.getByRole('button', { name: 'Reset to default' }).click()
    await page.getByRole('button', { name: 'Model settings', exact: true }).waitFor()
    await page.goto('/')
    await page.getByRole('button', { name: 'Model settings', exact: true }).waitFor()
  })

  it('are disabled with the reason where the model does not take them, and look so [F014-A11]', async () => {
    const { page } = session
    await session.app.json(
      'PUT', '/api/model-overrides',
      { model: 'desk/plain', capabilities: { temperature: 'never', efforts: [], parallelSwitch: false, maxOutputTokens: 900 } },
    )
    vendor.reply({ frames: ANSWERS })
    await page.goto('/')
    await chooseModel(page, 'plain')
    const panel = await openSettings(page)
    expect(await panel.getByLabel('Temperature').isDisabled()).toBe(true)
    await expect.poll(() => panel.getByText('Not supported by this model.').count()).toBe(3)
    expect(await panel.getByLabel('Reasoning effort').isDisabled()).toBe(true)
    expect(await panel.getByLabel('One call at a time').isDisabled()).toBe(true)
    for (const label of ['Temperature', 'Reasoning effort']) {
      expect(await panel.getByLabel(label).evaluate(field => getComputedStyle(field).opacity)).toBe('0.5')
    }
    await panel.getByLabel('Max output tokens').fill('5000')
    await panel.getByLabel('Max output tokens').press('Tab')
    await panel.getByRole('alert').getByText('Enter a whole number from 1 to 900').waitFor()
    await panel.getByLabel('Max output tokens').fill('900')
    await panel.getByLabel('Max output tokens').press('Tab')
    await page.keyboard.press('Escape')
    await send(page, 'Hello')
    expect(vendor.requests.at(-1)?.body).toMatchObject({ model: 'plain', max_tokens: 900 })
    // Nobody said what this one costs.
    await page.getByLabel('Usage of this conversation').getByText('cost unknown').waitFor()
  })

  it('are all in view on a desktop, also where most of them are disabled [F014-A32]', async () => {
    const { page } = session
    await page.goto('/')
    await chooseModel(page, 'Patchbay demo')
    const panel = await openSettings(page)
    const lastRow = panel.getByLabel('Max output tokens')
    await lastRow.waitFor()
    const [row, whole] = await Promise.all([lastRow.boundingBox(), panel.boundingBox()])
    expect(row!.y + row!.height).toBeLessThan(whole!.y + whole!.height)
  })

  it('fit a phone', async () => {
    const { page } = session
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/')
    const panel = await openSettings(page)
    await panel.getByLabel('Temperature').waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })
})
