import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { AppServer } from './app-server'
import { launchBrowser, openPage, type WatchedPage } from './browser'
import { signIn } from './sign-in'

/**
 * For the tests of a file: one server and one browser, and for each test a page of its own that is signed in and must end
 * without complaints.
 */
export function useSignedInPage(start: () => Promise<AppServer> = () => AppServer.start()) {
  let app: AppServer
  let browser: Browser
  let watched: WatchedPage

  beforeAll(async () => {
    [app, browser] = await Promise.all([start(), launchBrowser()])
  })
  afterAll(async () => {
    await browser.close()
    await app.dispose()
  })
  beforeEach(async () => {
    watched = await openPage(browser, app.url)
    await signIn(watched)
  })
  afterEach(async () => {
    expect(watched.complaints).toEqual([])
    await watched.context.close()
  })

  return {
    get app() { return app },
    get browser() { return browser },
    get page() { return watched.page },
    get context() { return watched.context },
  }
}
