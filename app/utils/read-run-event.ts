import type { RunEvent } from '#shared/run-event'

/** Reads one message of a stream; `null` when it is no event that this page knows. */
export type ReadRunEvent = (data: string) => RunEvent | null

export const UNKNOWN_EVENT = 'This page is out of date. Reload it.'

let reader: ReadRunEvent | undefined

export function loadedRunEventReader(): ReadRunEvent | undefined {
  return reader
}

/** Loads the events' schemas with the first stream and not with the page, because they would be a tenth of its scripts. */
export async function loadRunEventReader(): Promise<ReadRunEvent> {
  const { runEventSchema } = await import('#shared/run-event')
  reader ??= data => runEventSchema.safeParse(parseJson(data)).data ?? null
  return reader
}

function parseJson(data: string): unknown {
  try {
    return JSON.parse(data)
  }
  catch {
    return undefined
  }
}
