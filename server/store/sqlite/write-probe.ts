/** A health check may come many times a second, from anybody; each write waits for the disk. */
const KEEP_MS = 1000

/** Runs `probe` at most once a second and gives its last result, or error, to all who ask in between. */
export function createWriteProbe(probe: () => Promise<void>, now: () => number = () => performance.now()): () => Promise<void> {
  let latest: { readonly result: Promise<void>, readonly at: number } | undefined
  return () => {
    if (!latest || now() - latest.at >= KEEP_MS) latest = { result: probe(), at: now() }
    return latest.result
  }
}
