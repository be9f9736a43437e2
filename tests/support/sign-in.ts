import { ADMIN } from './app-server'
import type { WatchedPage } from './browser'

/** Signs the admin of the environment in through the form. */
export async function signIn({ page }: WatchedPage): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('E-mail').fill(ADMIN.email)
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(url => url.pathname === '/')
}
