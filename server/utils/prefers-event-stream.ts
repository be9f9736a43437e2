import type { H3Event } from 'h3'
import { getRequestHeader } from 'h3'

export function prefersEventStream(event: H3Event): boolean {
  return (getRequestHeader(event, 'accept') ?? '').includes('text/event-stream')
}
