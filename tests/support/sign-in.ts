import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { ADMIN } from './app-server'
import type { WatchedPage } from './browser'

/** Signs the admin of the environment in on the way to a screen, through the form, and waits until that screen is alive. */
export async function signIn({ page }: WatchedPage, path = '/'): Promise<void> {
  await page.goto(path)
  await page.waitForURL(url => url.pathname === '/login')
  await page.getByLabel('Email').fill(ADMIN.email)
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(url => url.pathname + url.search === path)
  await waitUntilHydrated(page)
}

/** Loads a screen anew. */
export async function openScreen(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await waitUntilHydrated(page)
}

/** What is typed or clicked before Nuxt has hydrated the page may be lost. */
async function waitUntilHydrated(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate('window.useNuxtApp?.().isHydrating'), { timeout: 20_000 }).toBe(false)
}
