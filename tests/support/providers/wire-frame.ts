import type { Framing } from '#server/providers/kit/stream/framing'

/** One event as it goes over the wire. */
export function toFrame(framing: Framing, data: string, event?: string): string {
  if (framing === 'ndjson') return `${data}\n`
  return `${event === undefined ? '' : `event: ${event}\n`}data: ${data}\n\n`
}

/** One server-sent event. */
export function toSseFrame(data: unknown, event?: string): string {
  return toFrame('sse', JSON.stringify(data), event)
}

/** The JSON object in a frame: behind `data: `, or the whole line. */
const JSON_DATA = /(?<=^(?:data: )?)\{.*$/m

export function replaceFrameJson(frame: string, replace: (json: string) => string): string {
  return frame.replace(JSON_DATA, replace)
}

/** The text of the event in a frame. */
export function readFrame(frame: string): string {
  return frame.replace(/^event: .*\n/, '').replace(/^data: /, '').trimEnd()
}
