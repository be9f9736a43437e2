import { brotliCompressSync } from 'node:zlib'
import type { Page, Response } from 'playwright-core'

/** One script that a fresh page load asked for, with its size as a browser would receive it. */
interface LoadedScript { readonly path: string, readonly bytes: number, readonly brotliBytes: number }

export interface FirstLoad {
  readonly scripts: readonly LoadedScript[]
  /** Compressed bytes of all scripts needed before the page is idle; prefetched ones are counted apart. */
  readonly brotliBytes: number
  readonly prefetchBytes: number
}

/**
 * Sizes are computed from the bodies, so the figure does not depend on what the server compresses. A script that a
 * `<link rel=prefetch>` fetched ahead is not part of the first load unless the page also imported it.
 */
export async function measureFirstLoad(page: Page, url: string): Promise<FirstLoad> {
  const responses: Response[] = []
  const collect = (response: Response) => {
    if (response.request().resourceType() === 'script' || response.url().endsWith('.js')) responses.push(response)
  }
  page.on('response', collect)
  await page.goto(url, { waitUntil: 'networkidle' })
  page.off('response', collect)

  const prefetched = await page.$$eval('link[rel=prefetch]', links => links.map(link => (link as HTMLLinkElement).href))
  const isPrefetch = (response: Response) => response.request().headers().purpose === 'prefetch'
    || response.request().headers()['sec-purpose'] === 'prefetch'
    || (prefetched.includes(response.url()) && response.request().resourceType() !== 'script')
  const needed = responses.filter(response => !isPrefetch(response))
  const scripts = await Promise.all(needed.map(measure))
  const ahead = await Promise.all(responses.filter(isPrefetch).map(measure))
  return { scripts, brotliBytes: sumOf(scripts), prefetchBytes: sumOf(ahead) }
}

async function measure(response: Response): Promise<LoadedScript> {
  const body = await response.body()
  return { path: new URL(response.url()).pathname, bytes: body.length, brotliBytes: brotliCompressSync(body).length }
}

function sumOf(scripts: readonly LoadedScript[]) {
  return scripts.reduce((sum, script) => sum + script.brotliBytes, 0)
}
