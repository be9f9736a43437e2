import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'

/** The lines of one answer as it goes over the wire. `.chunks.txt`: comments of ours, then one event a line. */
export interface RecordedStream {
  readonly name: string
  /** Frames with line feeds, ready to be sent. */
  readonly frames: readonly string[]
}

export function readRecordedStreams(providerId: string, namesEvents: boolean): readonly RecordedStream[] {
  return globSync(`tests/fixtures/providers/${providerId}/*.chunks.txt`).sort().map((file) => {
    const lines = readFileSync(file, 'utf8').split('\n').filter(line => line !== '' && !line.startsWith('#'))
    return { name: basename(file, '.chunks.txt'), frames: lines.map(line => toFrame(line, namesEvents)) }
  })
}

/** A line that begins with a colon is a comment of the wire. */
function toFrame(line: string, namesEvents: boolean): string {
  if (line.startsWith(':')) return `${line}\n\n`
  const type = namesEvents ? (JSON.parse(line) as { readonly type: string }).type : undefined
  return `${type === undefined ? '' : `event: ${type}\n`}data: ${line}\n\n`
}
