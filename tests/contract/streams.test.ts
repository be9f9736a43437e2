import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ToolDefinition } from '#shared/tool'
import { AppError } from '#server/errors'
import { readEventStream } from '#server/providers/kit/stream/event-stream'
import { guardStream } from '#server/providers/kit/stream/stream-guard'
import type { ToolNameMap } from '#server/providers/kit/tool-names'
import type { ModelEvent, ModelRequest, ProviderCall } from '#server/providers/provider'
import { expectGolden } from '../support/providers/expect-golden'
import type { ProviderHarness, ScriptedAnswer } from '../support/providers/provider-harness'
import { readRecordedStreams } from '../support/providers/recorded-stream'
import { startVendorServer, type VendorServer } from '../support/providers/vendor-server'
import { readFrame, replaceFrameJson, toFrame } from '../support/providers/wire-frame'
import { inEachFraming } from '../support/providers/wired-providers'
import { toBodyPieces } from '../support/to-body-pieces'

// The same inputs in every run: a failure must not come and go.
fc.configureGlobal({ seed: 20261121, numRuns: 40 })

/** What every provider must have a stream of; what its harness excepts does not happen there. */
const REQUIRED = [
  'plain', 'parallel-calls', 'interleaved', 'reasoning', 'zero-arguments', 'malformed-arguments', 'truncated-call', 'refusal',
  'error-mid-stream',
  'silent-end', 'unknown-events',
]
const EXCEPTION_OF: Readonly<Record<string, keyof ProviderHarness['exceptions']>> = {
  'interleaved': 'interleaved-calls', 'reasoning': 'reasoning', 'malformed-arguments': 'malformed-arguments', 'refusal': 'content-filter',
}

/** The names of recordings whose answer ends in an error. */
const ENDS_IN_ERROR = /^(?:error|silent-end)/

const recorded = inEachFraming.map(entry => ({ ...entry, streams: readRecordedStreams(entry.id, entry.harness) }))

const tools: readonly ToolDefinition[] = ['get_weather', 'get_time', 'files.read'].map(name => ({
  name, description: '', inputSchema: { type: 'object' }, annotations: {},
}))
const WIRE_NAMES: ReadonlySet<string> = new Set(['get_weather', 'get_time', 'files_read'])
const names: ToolNameMap = {
  toWire: name => name.replace('.', '_'),
  fromWire: name => name === 'files_read' ? 'files.read' : name,
  isOffered: name => WIRE_NAMES.has(name),
}

interface Reading { readonly events: readonly ModelEvent[], readonly error?: object }

/** What an answer says, without the request, and how it broke off. */
async function collect(batches: AsyncIterable<readonly ModelEvent[]>): Promise<Reading> {
  const events: ModelEvent[] = []
  try {
    for await (const batch of batches) events.push(...batch.filter(event => event.type !== 'request'))
    return { events }
  }
  catch (error) {
    if (!(error instanceof AppError)) throw error
    return { events, error: { code: error.code, message: error.message, retryable: error.retryable } }
  }
}

/** Two answers that both end in an error are alike whatever was read: only the recording of an error may end in one. */
function expectEnding({ error }: Reading, name: string): void {
  const isError = ENDS_IN_ERROR.test(name)
  const rule = `An answer ends in an error when its recording is named "error…" or "silent-end", and only then; this one is "${name}"`
  expect(error, rule).toEqual(isError ? expect.anything() : undefined)
}

/** Cuts text into pieces of bytes, also in the middle of a character. */
function cut(text: string, places: readonly number[]): Uint8Array[] {
  const bytes = Buffer.from(text)
  const edges = [0, ...[...new Set(places.map(place => place % bytes.length))].sort((left, right) => left - right), bytes.length]
  return edges.slice(1).map((edge, index) => bytes.subarray(edges[index], edge)).filter(piece => piece.length > 0)
}

function readPieces({ framing, createReader }: ProviderHarness, pieces: readonly Uint8Array[]): Promise<Reading> {
  return collect(guardStream({
    label: 'The vendor',
    signal: new AbortController().signal,
    open: async (_signal, touch) => readEventStream(toBodyPieces(pieces), { label: 'The vendor', framing, touch }),
    createReader: emit => createReader(names, emit),
    toError: error => new AppError('provider-unavailable', String(error)),
  }))
}

describe.each(recorded)('streams of $name', ({ id, provider, harness, streams }) => {
  let server: VendorServer
  beforeAll(async () => {
    server = await startVendorServer()
  })
  afterAll(() => server.close())

  const request: ModelRequest = { model: harness.model, messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }], tools }
  const callOf = (): ProviderCall => ({
    connection: { baseUrl: server.origin + harness.basePath, apiKey: 'key' }, signal: new AbortController().signal,
  })

  async function play(frames: readonly (string | Uint8Array)[]): Promise<Reading> {
    server.reply({ frames })
    return collect(provider.stream(request, callOf()))
  }

  it('breaks an answer off as soon as it makes more than 1,024 calls, however it comes [F005-A41]', async () => {
    const script = (count: number): ScriptedAnswer => ({
      text: [], ending: 'tool-calls', usage: { input: 1, cachedInput: 0, output: 1, reasoning: 0 },
      calls: Array.from({ length: count }, (_, index) => ({ id: `call_${index}`, name: 'get_time', fragments: ['{}'] })),
    })
    const readScript = (wire: string) => readPieces(harness, [Buffer.from(wire)])
    for (const write of [
      (answer: ScriptedAnswer) => harness.toFrames(answer).join(''), (answer: ScriptedAnswer) => harness.toWholeBody(answer),
    ]) {
      const { events, error } = await readScript(write(script(3000)))
      expect(error).toMatchObject({
        code: 'provider-protocol', message: expect.stringContaining('more than 1024 calls in one answer'), retryable: false,
      })
      expect(new Set(events.map(event => 'index' in event && event.index)).size).toBeLessThanOrEqual(1024)
      expect(events.filter(event => event.type === 'tool-call')).toEqual([])
    }
    const { events } = await readScript(harness.toFrames(script(1024)).join(''))
    expect(events.filter(event => event.type === 'tool-call')).toHaveLength(1024)
  })

  it('breaks an answer off at an event of more than 16 MB, and says so [F002-A85]', async () => {
    const { error } = await play([toFrame(harness.framing, `{"text":"${'x'.repeat(17 * 1024 * 1024)}"}`)])
    expect(error).toEqual({
      code: 'provider-protocol', retryable: false,
      message: `${provider.label} sent an event of more than 16,777,216 characters, so it was broken off.`,
    })
  })

  it('has one of every kind', () => {
    const missing = REQUIRED.filter(required => !streams.some(({ name }) => name === required)).flatMap((name) => {
      const check = EXCEPTION_OF[name]
      if (check && harness.exceptions[check] !== undefined) return []
      return `Write tests/fixtures/providers/${id}/${name}.chunks.txt${check ? `, or except '${check}' in the harness` : ''}.`
    })
    expect(missing).toEqual([])
  })

  it('tells the request in the very words in which it is sent [F002-A48]', async () => {
    server.reply({ frames: streams.find(({ name }) => name === 'plain')?.frames ?? [] })
    let sentBody: string | undefined
    for await (const batch of provider.stream(request, callOf())) {
      for (const event of batch) if (event.type === 'request') sentBody = event.body
    }
    expect(sentBody).toBe(server.requests.at(-1)?.text)
  })

  it('tells the text of each event as it came, in order, before what is in it', async () => {
    // A space that nobody who writes the event again would keep.
    const recording = streams.find(({ name }) => name === 'plain')?.frames ?? []
    const plain = recording.map(frame => replaceFrameJson(frame, json => json.replace('{', '{ ')))
    server.reply({ frames: plain })
    const heard: string[] = []
    for await (const batch of provider.stream(request, { ...callOf(), onRawEvent: text => heard.push(text) })) {
      if (batch.some(event => event.type === 'text-delta')) expect(heard).not.toEqual([])
    }
    expect(heard).toEqual(plain.map(readFrame))
  })

  it.each(streams)('$name: says over HTTP what its golden file holds [F002-A40]', async ({ name, frames }) => {
    const reading = await play(frames)
    await expectGolden(`${JSON.stringify(reading, null, 2)}\n`, { id, file: `${name}.events.json` })
  })

  it.each(streams)('$name: says the same in large pieces and in bytes, over HTTP [F002-A41]', async ({ name, frames }) => {
    const whole = await play(frames)
    expectEnding(whole, name)
    const text = frames.join('')
    expect(await play([text])).toEqual(whole)
    expect(await play(cut(text, Array.from({ length: 60 }, (_, index) => index * 37)))).toEqual(whole)
  })

  it.each(streams)('$name: says the same however its bytes are cut and its lines end [F002-A41]', async ({ name, frames }) => {
    const text = frames.join('')
    // Between two values, a carriage return alone is no end of a line in NDJSON.
    const lineEnds = harness.framing === 'sse' ? ['\n', '\r\n', '\r'] : ['\n', '\r\n']
    const whole = await readPieces(harness, cut(text, []))
    expectEnding(whole, name)
    expect(await readPieces(harness, cut(text, Array.from(Buffer.from(text).keys())))).toEqual(whole)
    await fc.assert(fc.asyncProperty(
      fc.constantFrom(...lineEnds), fc.constantFrom('', '\uFEFF'), fc.boolean(), fc.array(fc.nat(), { maxLength: 40 }),
      async (lineEnd, mark, hasEnd, places) => {
        const wire = mark + (hasEnd ? text : text.trimEnd()).replaceAll('\n', lineEnd)
        expect(await readPieces(harness, cut(wire, places))).toEqual(whole)
      },
    ))
  })
})
