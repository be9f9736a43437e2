import type { StoredBody, WriteLine } from './export-line'

/** One record as a line of JSON, its bodies last. */
export const writeJsonLine: WriteLine = async function* (row, openBody) {
  yield JSON.stringify(row).slice(0, -1)
  for (const side of ['input', 'output'] as const) {
    yield `,"${side}":`
    const body = await openBody(side)
    if (body) yield* writeBody(body)
    else yield 'null'
  }
  yield '}\n'
}

async function* writeBody({ isJson, parts }: StoredBody): AsyncGenerator<string> {
  if (isJson) {
    yield* parts
    return
  }
  // Somebody edited the file: what is there is shown as text, and verification names the record.
  yield '"'
  for await (const part of parts) yield JSON.stringify(part).slice(1, -1)
  yield '"'
}
