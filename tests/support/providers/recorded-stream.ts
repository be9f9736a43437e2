import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { ProviderHarness } from './provider-harness'
import { toFrame } from './wire-frame'

/**
 * One answer as it goes over the wire. A `.chunks.txt` holds comments of ours, then one event a line: its data, or
 * `event: <name> <data>` when the event has a name that is not its type. Recordings that end in an error are named `error…` or
 * `silent-end`.
 */
export interface RecordedStream {
  readonly name: string
  /** Frames with line feeds, ready to be sent. */
  readonly frames: readonly string[]
}

type Writing = Pick<ProviderHarness, 'framing' | 'namesEvents'>

export function readRecordedStreams(providerId: string, writing: Writing): readonly RecordedStream[] {
  return globSync(`tests/fixtures/providers/${providerId}/*.chunks.txt`).sort().map((file) => {
    const lines = readFileSync(file, 'utf8').split('\n').filter(line => line !== '' && !line.startsWith('#'))
    return { name: basename(file, '.chunks.txt'), frames: lines.map(line => toRecordedFrame(line, writing)) }
  })
}

/** A line that begins with a colon is a comment of the wire; NDJSON has none, and keeps a connection open with empty lines. */
function toRecordedFrame(line: string, { framing, namesEvents }: Writing): string {
  if (line.startsWith(':')) return framing === 'sse' ? `${line}\n\n` : '\n'
  const [, event, data = ''] = /^event: (\S+) (.*)$/.exec(line) ?? []
  if (event !== undefined) return toFrame(framing, data, event)
  return toFrame(framing, line, namesEvents ? (JSON.parse(line) as { readonly type: string }).type : undefined)
}
