import { existsSync } from 'node:fs'
import sparticuz from '@sparticuz/chromium'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'

const SYSTEM_BROWSERS = [
  '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]
const QUIET = [
  '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update',
  '--disable-sync',
]

/** The browser from the dependencies on Linux x64; elsewhere an installed one. Never passes without one. */
export async function launchBrowser(): Promise<Browser> {
  if (process.platform === 'linux' && process.arch === 'x64' && !process.env.CHROMIUM_PATH) {
    // In a single process the whole browser ends with its first context.
    return chromium.launch({
      executablePath: await sparticuz.executablePath(),
      args: [...sparticuz.args.filter(argument => argument !== '--single-process'), ...QUIET], headless: true,
    })
  }
  const executablePath = [process.env.CHROMIUM_PATH, ...SYSTEM_BROWSERS].find(path => path && existsSync(path))
  if (!executablePath) throw new Error('No browser found. Install Chrome or Chromium, or name it in CHROMIUM_PATH.')
  return chromium.launch({ executablePath, args: QUIET, headless: true })
}

/** Longer than anything takes here, shorter than a test may: a missing element names itself. */
const PATIENCE_MS = 20_000

export interface WatchedPage {
  readonly context: BrowserContext
  readonly page: Page
  /** What the browser complained about, and requests that left the server's own host. Both must stay empty. */
  readonly complaints: readonly string[]
}

/** A page in a context of its own (its own cookies), with everything noted that a page must never do. */
export async function openPage(browser: Browser, url: string, viewport = { width: 1440, height: 900 }): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport, baseURL: url })
  const complaints: string[] = []
  context.setDefaultTimeout(PATIENCE_MS)
  const page = await context.newPage()
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(`${message.type()}: ${message.text()}`)
  })
  page.on('pageerror', error => complaints.push(`uncaught: ${error.message}`))
  page.on('request', (request) => {
    const { protocol, host } = new URL(request.url())
    if (protocol.startsWith('http') && host !== new URL(url).host) complaints.push(`request to ${host}`)
  })
  return { context, page, complaints }
}
