import type { FinishReason } from '#shared/run-event'

/** A vendor's ending in the closed set. A cut or filtered answer stays one even when it holds calls. */
export function toFinishReason(
  map: Readonly<Record<string, FinishReason>>, raw: string | null | undefined, hasCalls: boolean,
): FinishReason {
  const mapped = typeof raw === 'string' && Object.hasOwn(map, raw) ? map[raw] : undefined
  if (mapped === 'length' || mapped === 'content-filter') return mapped
  if (hasCalls) return 'tool-calls'
  // Without a call there is nothing to run, whatever the vendor announced.
  return mapped === 'tool-calls' ? 'stop' : mapped ?? 'other'
}
