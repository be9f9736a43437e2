import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { toolDefinitionSchema, type ToolDefinition } from '#shared/tool'
import { toolOutcomeSchema } from '#shared/tool-outcome'
import { providers } from '#server/providers'
import type { ModelEvent, ModelRequest } from '#server/providers/provider'
import type { Message } from '#shared/message'
import { askUser, callAndAnswer, canonicalConversation, FOREIGN_ORIGIN } from '../support/providers/canonical-conversation'
import { expectGolden } from '../support/providers/expect-golden'
import { readAnswer, streamAnswer } from '../support/read-answer'
import type { ProviderHarness, ScriptedAnswer } from '../support/providers/provider-harness'
import { startVendorServer, type VendorServer } from '../support/providers/vendor-server'
import { inEachFraming } from '../support/providers/wired-providers'

const canonicalTools = globSync('tests/fixtures/tools/*.json').sort().map(file => ({
  file: basename(file),
  tool: toolDefinitionSchema.parse(JSON.parse(readFileSync(file, 'utf8'))),
}))

const weather: ToolDefinition = {
  name: 'get_weather', description: 'Weather.', annotations: {},
  inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
}
const plain: ScriptedAnswer = {
  text: ['Good ', 'day.'], calls: [], ending: 'stop', usage: { input: 12, cachedInput: 2, output: 7, reasoning: 3 },
}
const callWeather = (id: string, ...fragments: string[]) => ({ id, name: 'get_weather', fragments })

function ofType<Type extends ModelEvent['type']>(events: readonly ModelEvent[], type: Type) {
  return events.filter((event): event is Extract<ModelEvent, { type: Type }> => event.type === type)
}

/** Every text and every key of a JSON value, and those of the JSON in its texts. */
function collectStrings(value: unknown): string[] {
  if (typeof value === 'string') return [value, ...value.startsWith('{') ? collectStrings(readJson(value)) : []]
  if (typeof value !== 'object' || value === null) return []
  return [...Array.isArray(value) ? [] : Object.keys(value), ...Object.values(value).flatMap(collectStrings)]
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  }
  catch {
    return undefined
  }
}

it.each(providers.map(provider => [
  provider.id, provider,
] as const))('%s throws the reason of an abort that came first', async (_id, provider) => {
  const reason = new Error('stopped')
  const events = readAnswer(
    provider,
    { model: 'any', messages: [askUser('Hi')], tools: [] },
    { baseUrl: 'http://127.0.0.1:9', apiKey: 'k' },
    AbortSignal.abort(reason),
  )
  await expect(events).rejects.toBe(reason)
})

describe.each(inEachFraming)('$name', ({ id, provider, harness }) => {
  let server: VendorServer
  beforeEach(async () => {
    server = await startVendorServer()
  })
  afterEach(() => server.close())

  function stream(request: Partial<ModelRequest> = {}, signal?: AbortSignal): AsyncGenerator<ModelEvent> {
    const full = { model: harness.model, messages: [askUser('Hello')], tools: [weather], ...request }
    return streamAnswer(provider, full, { baseUrl: server.origin + harness.basePath, apiKey: 'test-key-0123' }, signal)
  }

  async function play(answer: Partial<ScriptedAnswer>, request: Partial<ModelRequest> = {}): Promise<ModelEvent[]> {
    server.reply({ frames: harness.toFrames({ ...plain, ...answer }) })
    return Array.fromAsync(stream(request))
  }

  /** A permitted difference has its reason in the harness; its check is then not asked of this provider. */
  const hasException = (check: keyof ProviderHarness['exceptions']) => harness.exceptions[check] !== undefined

  it('streams text between one request and one finish [F002-A1]', async () => {
    const events = await play({})
    expect(events[0]?.type).toBe('request')
    expect(events.at(-1)).toMatchObject({ type: 'finish', finishReason: 'stop' })
    expect(ofType(events, 'finish')).toHaveLength(1)
    expect(ofType(events, 'text-delta').map(event => event.text).join('')).toBe('Good day.')
  })

  it('sends no half of a character, wherever one stands [F020-A15]', async () => {
    const half = '\uD83D'
    const whole = `Fine \u{1F600} \\${half.codePointAt(0)?.toString(16)}`
    const tool: ToolDefinition = {
      name: `t${half}`, description: `Tool ${half}`, annotations: {},
      inputSchema: {
        type: 'object',
        properties: {
          a: { type: 'string', description: `A ${half}`, enum: [half, whole] }, [`b${half}`]: { type: 'string', default: half },
        },
      },
    }
    const call = (callId: string) => ({ type: 'tool-call' as const, callId, name: `t${half}` })
    const outcome = {
      status: 'ok' as const,
      durationMs: 1,
      content: [{ type: 'text' as const, text: `Said ${half}` }],
      structuredContent: { other: [`${half} cut`] },
    }
    const messages: Message[] = [
      {
        role: 'user',
        content: [
          { type: 'text', text: `Hello ${half} ${whole}` },
          { type: 'resource', resource: { uri: `file:///${half}`, mimeType: 'application/pdf', blob: 'JVBERi0xLjQK' } },
        ],
      },
      { role: 'assistant', origin: FOREIGN_ORIGIN, parts: [
        { type: 'text', text: half }, { ...call('1'), arguments: { ok: true, value: { a: `x${half}`, [half]: whole } } }, {
          ...call('2'), arguments: { ok: false, text: `{"a":"${half}`, error: 'No.' },
        },
      ] },
      { role: 'tool', results: [
        { callId: '1', name: `t${half}`, outcome },
        { callId: '2', name: `t${half}`, outcome: { status: 'failed', durationMs: 1, content: [{ type: 'text', text: `No ${half}` }] } },
      ] },
      {
        role: 'assistant',
        origin: { adapter: id, endpoint: server.origin + harness.basePath, model: harness.model },
        parts: [{ type: 'text', text: half }],
        native: harness.turns.toNative([{ type: 'text', text: half }]),
      },
      askUser('Go on.'),
    ]
    const events = await play({}, { system: `Be ${half} brief.`, messages, tools: [tool] })
    const sent = server.requests[0]
    expect(ofType(events, 'request').map(({ body }) => body)).toEqual([sent?.text])
    const strings = collectStrings(sent?.body)
    expect(strings.filter(text => !text.isWellFormed())).toEqual([])
    expect(strings.filter(text => text.includes('\u{FFFD}')).length).toBeGreaterThan(8)
    expect(strings.filter(text => text.includes(whole)).length).toBeGreaterThan(1)
  })

  it('tells the request exactly as it is sent, and no secret in it', async () => {
    const events = await play({})
    const [request] = ofType(events, 'request')
    expect(server.requests).toHaveLength(1)
    expect(JSON.parse(request?.body ?? '')).toEqual(server.requests[0]?.body)
    expect(request?.body).not.toContain('test-key')
    expect(JSON.stringify(server.requests[0]?.headers)).toContain('test-key-0123')
  })

  it.each(canonicalTools)('translates $file as its golden file says, and does not touch it [F002-A2]', async ({ file, tool }) => {
    const before = structuredClone(tool)
    const events = await play({}, { tools: [tool] })
    const wire = harness.readTools(server.requests[0]?.body).map(entry => entry.wire)
    const warnings = ofType(events, 'warning').map(event => event.warning)
    expect(wire).toHaveLength(1)
    expect(tool).toEqual(before)
    await expectGolden(`${JSON.stringify({ wire: wire[0], warnings }, null, 2)}\n`, { id, file: `tools/${file}` })
  })

  it('translates a conversation that began elsewhere as its golden file says [F002-A3]', async () => {
    const events = await play({}, {
      system: 'Be brief.',
      messages: canonicalConversation,
      tools: canonicalTools.map(({ tool }) => tool).filter(tool => tool.name.startsWith('files')),
    })
    const warnings = ofType(events, 'warning').map(event => event.warning)
    const text = JSON.stringify({ body: server.requests[0]?.body, warnings }, null, 2)
    expect(text).not.toContain('of another vendor')
    expect(text).not.toContain('Nobody asked')
    await expectGolden(`${text}\n`, { id, file: 'conversation.json' })
  })

  it('finds the way back from every wire name [F002-A4]', async () => {
    const tools = canonicalTools.map(({ tool }) => tool)
    await play({}, { tools })
    const wireNames = harness.readTools(server.requests[0]?.body).map(({ name }) => name)
    expect(new Set(wireNames).size).toBe(tools.length)
    const calls = wireNames.map((name, index) => ({ id: `id_${index}`, name, fragments: ['{}'] }))
    const events = await play({ calls, ending: 'tool-calls' }, { tools })
    expect(ofType(events, 'tool-call').map(({ name }) => name)).toEqual(tools.map(({ name }) => name))
  })

  it('returns a name that was not offered as the model wrote it', async () => {
    const events = await play({ calls: [{ id: 'c1', name: 'made_up', fragments: ['{}'] }], ending: 'tool-calls' })
    expect(ofType(events, 'tool-call')[0]?.name).toBe('made_up')
  })

  it('keeps text and parallel calls of one tool apart [F002-A5]', async () => {
    const calls = [callWeather('c1', '{"city":"Paris"}'), callWeather('c2', '{"city":"Oslo"}')]
    const events = await play({ text: ['Let me see.'], calls, ending: 'tool-calls' })
    expect(ofType(events, 'text-delta').map(event => event.text).join('')).toBe('Let me see.')
    expect(ofType(events, 'tool-call')).toMatchObject([
      { index: 0, name: 'get_weather', arguments: { ok: true, value: { city: 'Paris' } } },
      { index: 1, name: 'get_weather', arguments: { ok: true, value: { city: 'Oslo' } } },
    ])
    expect(events.at(-1)).toMatchObject({ type: 'finish', finishReason: 'tool-calls' })
  })

  it.skipIf(hasException('provider-call-id'))('keeps the vendor\'s call ids', async () => {
    const events = await play({ calls: [callWeather('c1', '{}'), callWeather('c2', '{}')], ending: 'tool-calls' })
    expect(ofType(events, 'tool-call').map(event => event.providerCallId)).toEqual(['c1', 'c2'])
  })

  it('joins arguments that come in pieces [F002-A6]', async () => {
    const text = '{"city":"São \\"Paulo\\" 🌍"}'
    const events = await play({ calls: [callWeather('c1', ...text)], ending: 'tool-calls' })
    expect(ofType(events, 'tool-call')[0]?.arguments).toEqual({ ok: true, value: { city: 'São "Paulo" 🌍' } })
  })

  it.each([
    { fragments: [] }, { fragments: [''] },
  ])('takes a call without arguments for an empty object: $fragments', async ({ fragments }) => {
    const events = await play({ calls: [callWeather('c1', ...fragments)], ending: 'tool-calls' })
    expect(ofType(events, 'tool-call')[0]?.arguments).toEqual({ ok: true, value: {} })
  })

  it('reads an answer that comes whole, from a server that does not stream [F002-A52]', async () => {
    const calls = [callWeather('c1'), callWeather('c2', '{"city":"Oslo"}')]
    server.reply({
      headers: { 'content-type': 'application/json' }, frames: [harness.toWholeBody({ ...plain, calls, ending: 'tool-calls' })],
    })
    const events = await Array.fromAsync(stream())
    expect(ofType(events, 'text-delta').map(event => event.text).join('')).toBe('Good day.')
    expect(ofType(events, 'tool-call')).toMatchObject([
      { index: 0, arguments: { ok: true, value: {} } }, { index: 1, arguments: { ok: true, value: { city: 'Oslo' } } },
    ])
    const [finish] = ofType(await play({ calls, ending: 'tool-calls' }), 'finish')
    expect(events.at(-1)).toMatchObject({ finishReason: 'tool-calls', usage: finish?.usage, native: expect.anything() })
  })

  it.skipIf(hasException('malformed-arguments'))('gives arguments that do not parse as text with the reason [F002-A7]', async () => {
    const events = await play({ calls: [callWeather('c1', '{"city": Paris}')], ending: 'tool-calls' })
    expect(ofType(events, 'tool-call')[0]?.arguments).toMatchObject({
      ok: false, text: '{"city": Paris}', error: expect.stringMatching(/position/),
    })
  })

  it('never gives a call that the limit cut off [F002-A8]', async () => {
    const events = await play({ calls: [callWeather('c1', '{"city":"Par')], ending: 'length' })
    expect(ofType(events, 'tool-call')).toEqual([])
    expect(events.at(-1)).toMatchObject({ type: 'finish', finishReason: 'length' })
  })

  it.skipIf(hasException('content-filter'))('tells a filtered answer from a finished one, and keeps the vendor\'s word', async () => {
    const [finish] = ofType(await play({ ending: 'content-filter' }), 'finish')
    expect(finish?.finishReason).toBe('content-filter')
    expect(finish?.rawFinishReason).toEqual(expect.any(String))
  })

  it('counts every token once [F002-A9]', async () => {
    const [finish] = ofType(await play({}), 'finish')
    expect(finish?.usage).toEqual({
      inputTokens: 12,
      outputTokens: 7,
      cachedInputTokens: harness.exceptions['cached-usage'] ? 0 : 2,
      cacheWriteTokens: 0,
      reasoningTokens: harness.exceptions['reasoning-usage'] ? 0 : 3,
    })
  })

  it.each([
    'ok', 'unknown-tool', 'invalid-input', 'denied', 'timed-out', 'failed', 'cancelled', 'unknown',
  ])('sends an outcome back that is %s [F002-A10]', async (status) => {
    const outcome = toolOutcomeSchema.parse({
      status, content: [{ type: 'text', text: 'These are the words.' }], durationMs: 1, issues: [],
    })
    await play({}, { messages: callAndAnswer(outcome) })
    const results = harness.readResults(server.requests[0]?.body)
    expect(results).toHaveLength(1)
    expect(results[0]?.text).toContain('These are the words.')
    if (status !== 'ok') expect(results[0]?.text).not.toBe('These are the words.')
    if (!harness.exceptions['error-flag']) expect(results[0]?.isError).toBe(status !== 'ok')
  })

  it('answers a call that was never run, so that the vendor takes the history', async () => {
    await play({}, { messages: [...callAndAnswer({ status: 'ok', content: [], durationMs: 0 }).slice(0, 2), askUser('And now?')] })
    expect(harness.readResults(server.requests[0]?.body)).toHaveLength(1)
  })

  it('replays its own turn to the same place, and rebuilds it for another model [F002-A11]', async () => {
    const first = await play({ text: ['Look:'], calls: [callWeather('c1', '{"city":"Paris"}')], ending: 'tool-calls' })
    const [call] = ofType(first, 'tool-call')
    const native = ofType(first, 'finish')[0]?.native
    expect(native).toBeDefined()
    const origin = { adapter: id, endpoint: server.origin + harness.basePath, model: harness.model }
    const messages = (model: string): ModelRequest['messages'] => [
      askUser('Weather?'),
      { role: 'assistant', origin: { ...origin, model }, native: structuredClone(native), parts: [
        { type: 'text', text: 'Look:' },
        { type: 'tool-call', callId: 'ours_1', providerCallId: call?.providerCallId, name: 'get_weather', arguments: call!.arguments },
      ] },
      {
        role: 'tool',
        results: [{
          callId: 'ours_1',
          providerCallId: call?.providerCallId,
          name: 'get_weather',
          outcome: { status: 'ok', content: [{ type: 'text', text: 'Sunny.' }], durationMs: 1 },
        }],
      },
    ]
    await play({}, { messages: messages(harness.model) })
    await play({}, { messages: messages('another-model') })
    const [, same, other] = server.requests.map(({ body }) => JSON.stringify(body))
    if (!harness.exceptions['provider-call-id']) {
      expect(same).toContain('"c1"')
      expect(same).not.toContain('ours_1')
      expect(other).not.toContain('"c1"')
    }
    for (const body of [same, other]) expect(body).toContain('Sunny.')
  })

  it.each(['end', 'destroy'] as const)('takes a stream that breaks off by %s for half an answer [F002-A12]', async (ending) => {
    const frames = harness.toFrames(plain)
    server.reply({ frames: frames.slice(0, Math.ceil(frames.length / 2)), ending })
    await expect(Array.fromAsync(stream())).rejects.toMatchObject({ code: 'provider-protocol' })
  })

  it('has a harness that writes the ending of an answer in a later frame than the rest', async () => {
    for (const { last, answer } of [
      { last: 'day.', answer: plain },
      { last: 'Rome', answer: { ...plain, text: [], calls: [callWeather('c1', '{"city":', '"Rome"}')], ending: 'tool-calls' as const } },
    ]) {
      const frames = harness.toFrames(answer)
      server.reply({ frames: frames.slice(0, frames.findIndex(frame => frame.includes(last)) + 1) })
      const error: unknown = await Array.fromAsync(stream()).then(() => undefined, (thrown: unknown) => thrown)
      expect(error, `toFrames of the harness must write the ending in a later frame than the one that holds "${last}"`).toMatchObject({
        code: 'provider-protocol',
      })
    }
  })

  it('throws an error that comes in the middle of a stream', async () => {
    const frames = harness.toFrames(plain)
    server.reply({ frames: [...frames.slice(0, Math.ceil(frames.length / 2)), ...harness.toErrorFrames('too busy')] })
    await expect(Array.fromAsync(stream())).rejects.toMatchObject({
      code: expect.stringMatching(/^provider-(unavailable|rate-limited|rejected)$/),
    })
  })

  it.each([
    [400, 'provider-rejected', false],
    [401, 'provider-rejected', false],
    [429, 'provider-rate-limited', true],
    [500, 'provider-unavailable', true],
    [503, 'provider-unavailable', true],
  ])('maps status %s to %s and asks only once [F002-A13]', async (status, code, retryable) => {
    const headers = { 'content-type': 'application/json', 'retry-after': '7' }
    server.reply({ status, headers, frames: [harness.toErrorBody(status, 'no: sk-secret0123456789')] })
    const thrown: unknown = await Array.fromAsync(stream()).then(() => undefined, (error: unknown) => error)
    expect(thrown).toMatchObject({ code, retryable, message: expect.not.stringContaining('sk-secret') })
    if (retryable) expect(thrown).toMatchObject({ retryAfterMs: 7000 })
    expect(server.requests).toHaveLength(1)
  })

  it('does not follow a redirect with the key, and names the address to enter instead [F002-A49]', async () => {
    const other = await startVendorServer()
    onTestFinished(() => other.close())
    await play({})
    const connection = { baseUrl: server.origin + harness.basePath, apiKey: 'test-key-0123' }
    const list = async (baseUrl: string) => provider.listModels({ ...connection, baseUrl }, new AbortController().signal)
    const named: string[] = []
    await list(connection.baseUrl).catch(() => undefined)
    const [asked = '', listed = ''] = server.requests.map(({ path }) => path)
    for (const { path, ask } of [
      { path: asked, ask: () => Array.fromAsync(stream()) }, { path: listed, ask: () => list(connection.baseUrl) },
    ]) {
      server.reply({ status: 302, headers: { location: other.origin + path }, frames: [] })
      const thrown: unknown = await ask().then(() => undefined, (error: unknown) => error)
      expect(other.requests).toEqual([])
      expect(thrown).toMatchObject({
        kind: 'bad-request', retryable: false, message: expect.stringContaining(`${other.origin}${harness.basePath}`),
      })
      named.push(/http:\/\/\S+/.exec((thrown as Error).message)?.[0] ?? '')
    }
    // Whoever enters what the sentence says is there.
    for (const address of named) await list(address).catch(() => undefined)
    expect(other.requests.map(({ path }) => path)).toEqual([listed, listed])
  })

  it('maps a server that is not there to provider-unavailable', async () => {
    await server.close()
    await expect(Array.fromAsync(stream())).rejects.toMatchObject({ code: 'provider-unavailable', retryable: true })
    server = await startVendorServer()
  })

  it('closes the connection and throws the reason when it is aborted in the middle [F002-A14]', async () => {
    const frames = harness.toFrames(plain)
    server.reply({ frames: frames.slice(0, Math.ceil(frames.length / 2)), ending: 'hang' })
    const controller = new AbortController()
    const reason = new Error('stopped by the user')
    const read = async () => {
      for await (const event of stream({}, controller.signal)) {
        if (event.type === 'text-delta') controller.abort(reason)
      }
    }
    await expect(read()).rejects.toBe(reason)
    await server.abandoned
  })

  it('keeps a whole answer, and its connection, when it is aborted after the last event [F002-A14]', async () => {
    server.reply({ frames: harness.toFrames(plain) })
    const controller = new AbortController()
    const seen: string[] = []
    for await (const event of stream({}, controller.signal)) {
      seen.push(event.type)
      if (event.type === 'finish') controller.abort(new Error('too late'))
    }
    expect(seen.at(-1)).toBe('finish')
    expect((await play({})).at(-1)).toMatchObject({ type: 'finish' })
  })

  it.each(['no answer', 'headers alone'] as const)('throws the reason of an abort while there is %s [F002-A14]', async (state) => {
    server.reply({ frames: [], ending: state === 'no answer' ? 'silent' : 'hang' })
    const controller = new AbortController()
    const reason = new Error('stopped by the user')
    const answer = Array.fromAsync(stream({}, controller.signal))
    await expect.poll(() => server.requests.length).toBe(1)
    controller.abort(reason)
    await expect(answer).rejects.toBe(reason)
    await server.abandoned
    const list = provider.listModels({ baseUrl: server.origin + harness.basePath, apiKey: 'k' }, AbortSignal.abort(reason))
    await expect(list).rejects.toBe(reason)
  })

  it('closes the connection when its reader leaves', async () => {
    const frames = harness.toFrames(plain)
    server.reply({ frames: frames.slice(0, Math.ceil(frames.length / 2)), ending: 'hang' })
    for await (const event of stream()) {
      if (event.type === 'text-delta') break
    }
    await server.abandoned
  })

  it('lists the vendor\'s models, and says so when the key is refused', async () => {
    const connection = { baseUrl: server.origin + harness.basePath, apiKey: 'test-key-0123' }
    server.reply({ headers: { 'content-type': 'application/json' }, frames: [harness.toModelList(['model-a', 'model-b'])] })
    const models = await provider.listModels(connection, new AbortController().signal)
    expect(models.map(model => model.id)).toEqual(['model-a', 'model-b'])
    server.reply({ status: 401, headers: { 'content-type': 'application/json' }, frames: [harness.toErrorBody(401, 'no')] })
    await expect(provider.listModels(connection, new AbortController().signal)).rejects.toMatchObject({ code: 'provider-rejected' })
  })
})
