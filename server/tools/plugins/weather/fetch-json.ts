const TIMEOUT_MS = 5_000
const MAX_BYTES = 256 * 1024

/** JSON from a service that is not trusted to be quick, small or still where it was. */
export async function fetchJson(url: string, { fetch, signal }: { readonly fetch: typeof globalThis.fetch, readonly signal: AbortSignal }): Promise<unknown> {
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]) })
  if (!response.ok || !response.body) {
    await response.body?.cancel()
    throw new Error(`The weather service answered ${response.status}.`)
  }
  const chunks: Uint8Array[] = []
  let size = 0
  // Counted while reading, and after decompression: a stated length proves nothing.
  for await (const chunk of response.body) {
    size += chunk.length
    if (size > MAX_BYTES) throw new Error('The weather service sent too much.')
    chunks.push(chunk)
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8'))
}
