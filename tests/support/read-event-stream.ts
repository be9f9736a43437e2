import { createParser } from 'eventsource-parser'
import type { RunEvent } from '#shared/run-event'

/** Reads server-sent events until the server ends the stream, or up to the first one that is `enough`. */
export async function readEventStream(response: Response, enough: (event: RunEvent) => boolean = () => false): Promise<RunEvent[]> {
  const events: RunEvent[] = []
  const parser = createParser({ onEvent: ({ data }) => events.push(JSON.parse(data)) })
  const decoder = new TextDecoder()
  let checked = 0
  for await (const chunk of response.body!) {
    parser.feed(decoder.decode(chunk, { stream: true }))
    while (checked < events.length) {
      if (enough(events[checked++]!)) return events.slice(0, checked)
    }
  }
  return events
}
