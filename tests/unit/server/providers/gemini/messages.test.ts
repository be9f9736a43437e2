import { describe, expect, it } from 'vitest'
import type { AssistantPart, Message, ToolResult, TurnOrigin } from '#shared/message'
import { GEMINI_NAME_RULE } from '#server/providers/gemini/gemini-dialect'
import { toWireMessages } from '#server/providers/gemini/messages'
import { createToolNameMap } from '#server/providers/kit/tool-names'

const HERE: TurnOrigin = { adapter: 'gemini', endpoint: 'https://generativelanguage.googleapis.com', model: 'gemini-3.8-flash' }
const ELSEWHERE: TurnOrigin = { adapter: 'anthropic', endpoint: 'https://api.anthropic.com', model: 'claude' }
const SENTINEL = 'skip_thought_signature_validator'

const user = (text: string): Message => ({ role: 'user', content: [{ type: 'text', text }] })
const call = (callId: string, name = 'get_weather'): AssistantPart => ({
  type: 'tool-call', callId, name, arguments: { ok: true, value: { id: callId } },
})
const turn = (parts: readonly AssistantPart[], native?: unknown, origin = HERE): Message => ({
  role: 'assistant', parts, origin, ...(native !== undefined && { native }),
})
const result = (callId: string, text = 'fine'): ToolResult => ({
  callId, name: 'get_weather', outcome: { status: 'ok', content: [{ type: 'text', text }], durationMs: 1 },
})
const results = (...list: readonly ToolResult[]): Message => ({ role: 'tool', results: list })

function translate(messages: readonly Message[], origin = HERE, model = origin.model) {
  return toWireMessages(messages, {
    origin, model, names: createToolNameMap(['get_weather'], GEMINI_NAME_RULE), writeArguments: (_name, given) => given,
  })
}

describe('toWireMessages', () => {
  it('replays a turn to its own model part by part, signatures in their places', () => {
    const native = { role: 'model', parts: [
      { text: 'Let me see.', thought: true },
      { functionCall: { id: 'v1', name: 'get_weather', args: {} }, thoughtSignature: 'c2ln' },
      { functionCall: { id: 'v2', name: 'get_weather', args: {} } },
    ] }
    const { wire } = translate([user('?'), turn([call('c1'), call('c2')], native), results(result('c1'), result('c2'))])
    expect(wire[1]).toEqual(native)
    expect(wire[2]?.parts).toMatchObject([{ functionResponse: { id: 'v1' } }, { functionResponse: { id: 'v2' } }])
  })

  it('answers a call that came without an id without one', () => {
    const native = { role: 'model', parts: [{ functionCall: { name: 'get_weather', args: {} } }] }
    const { wire } = translate([user('?'), turn([call('c1')], native), results(result('c1'))])
    expect(wire[2]?.parts).toEqual([{ functionResponse: { name: 'get_weather', response: { output: 'fine' } } }])
  })

  it('rebuilds a foreign turn with one id on call and response, and marks only the first call of each step [F002-A15]', () => {
    const { wire } = translate([
      user('?'),
      turn([call('c1'), call('c2')], { secret: 1 }, ELSEWHERE),
      results(result('c1'), result('c2')),
      turn([call('c3')], undefined, ELSEWHERE),
      results(result('c3')),
    ])
    expect(wire[1]?.parts).toEqual([
      { functionCall: { id: 'c1', name: 'get_weather', args: { id: 'c1' } }, thoughtSignature: SENTINEL },
      { functionCall: { id: 'c2', name: 'get_weather', args: { id: 'c2' } } },
    ])
    expect(wire[2]?.parts).toMatchObject([{ functionResponse: { id: 'c1' } }, { functionResponse: { id: 'c2' } }])
    expect(wire[3]?.parts).toMatchObject([{ thoughtSignature: SENTINEL }])
  })

  it('marks nothing before the last request, and nothing for models that check nothing', () => {
    const history = [user('?'), turn([call('c1')], undefined, ELSEWHERE), results(result('c1'))]
    expect(JSON.stringify(translate([...history, user('and?')]).wire)).not.toContain(SENTINEL)
    expect(JSON.stringify(translate(history, { ...HERE, model: 'gemini-2.5-flash' }).wire)).not.toContain(SENTINEL)
  })

  it('does not replay a turn to another model of the same vendor', () => {
    const native = { role: 'model', parts: [{ text: 'Hi', thoughtSignature: 'c2ln' }] }
    const { wire } = translate([user('?'), turn([{ type: 'text', text: 'Hi' }], native), user('!')], { ...HERE, model: 'gemini-4-argon' })
    expect(wire[1]).toEqual({ role: 'model', parts: [{ text: 'Hi' }] })
  })

  it('drops foreign reasoning, and a turn that holds nothing else', () => {
    const { wire } = translate([user('?'), turn([{ type: 'reasoning', text: 'hm' }], undefined, ELSEWHERE), user('!')])
    expect(wire).toEqual([{ role: 'user', parts: [{ text: '?' }, { text: '!' }] }])
  })

  it('puts all results in one content in call order, and answers what was never run', () => {
    const { wire } = translate([
      user('?'), turn([call('c1'), call('c2'), call('c3')], undefined, ELSEWHERE), results(result('c3'), result('c1')), user('go on'),
    ])
    const parts = wire[2]?.parts ?? []
    expect(parts).toMatchObject([
      { functionResponse: { id: 'c1' } }, { functionResponse: { id: 'c2' } }, { functionResponse: { id: 'c3' } },
    ])
    expect(parts[1]).toMatchObject({ functionResponse: { response: { error: expect.stringContaining('not executed') } } })
  })

  it.each([
    [{ city: 'Paris' }, { city: 'Paris' }],
    [[1, 2], [1, 2]],
    [null, null],
    [{ schema: { $ref: '#/$defs/a' } }, '{"schema":{"$ref":"#/$defs/a"}}'],
  ])('answers with the structure of a result: %j [F020-A11]', (structuredContent, output) => {
    const content = [{ type: 'text' as const, text: JSON.stringify(structuredContent) }]
    const { wire } = translate([user('?'), turn([call('c1')], undefined, ELSEWHERE), results({
      callId: 'c1', name: 'get_weather', outcome: { status: 'ok', content, structuredContent, durationMs: 1 },
    })])
    expect(wire[2]?.parts).toEqual([{ functionResponse: { id: 'c1', name: 'get_weather', response: { output } } }])
  })

  it('answers its own call by the name it called, whatever the tools are called now', () => {
    const native = { role: 'model', parts: [{ functionCall: { name: 'get_weather_1234', args: {} }, thoughtSignature: 's' }] }
    const { wire } = translate([user('?'), turn([call('c1')], native), results(result('c1'))])
    expect(wire[2]?.parts).toMatchObject([{ functionResponse: { name: 'get_weather_1234' } }])
  })

  it('begins and ends with the user', () => {
    const { wire } = translate([turn([{ type: 'text', text: 'Hi' }]), user('?'), turn([{ type: 'text', text: 'Well' }])])
    expect(wire.map(content => content.role)).toEqual(['user', 'model', 'user', 'model', 'user'])
  })

  it('marks a first call whose signature a gateway lost', () => {
    const native = { role: 'model', parts: [{ functionCall: { name: 'get_weather', args: {} } }] }
    expect(
      translate([user('?'), turn([call('c1')], native), results(result('c1'))]).wire[1]?.parts,
    ).toMatchObject([{ thoughtSignature: SENTINEL }])
    expect(translate([user('?'), turn([call('c1')], native), results(result('c1')), user('!')]).wire[1]?.parts).toEqual(native.parts)
  })

  it('sends a result that holds a schema as text, because a `$ref` would be read as media', () => {
    const outcome: ToolResult['outcome'] = { status: 'ok', content: [], structuredContent: { $ref: '#/$defs/x' }, durationMs: 1 }
    const { wire } = translate([
      user('?'), turn([call('c1')], undefined, ELSEWHERE), results({ callId: 'c1', name: 'get_weather', outcome }),
    ])
    expect(wire[2]?.parts).toMatchObject([{ functionResponse: { response: { output: '{"$ref":"#/$defs/x"}' } } }])
  })

  it('puts a picture into the response for new models and after the responses for old ones', () => {
    const picture: ToolResult = {
      callId: 'c1',
      name: 'get_weather',
      outcome: { status: 'ok', content: [{ type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' }], durationMs: 1 },
    }
    const history = [user('?'), turn([call('c1')], undefined, ELSEWHERE), results(picture)]
    const inlineData = { mimeType: 'image/png', data: 'iVBORw0KGgo=' }
    expect(translate(history).wire[2]?.parts).toMatchObject([{ functionResponse: { parts: [{ inlineData }] } }])
    const old = translate(history, { ...HERE, model: 'gemini-2.5-flash' })
    expect(old.wire[2]?.parts.at(-1)).toEqual({ inlineData })
    expect(old.warnings).toMatchObject([{ tool: 'get_weather', action: 'rewritten' }])
  })

  it('puts what newer models refuse in a response, and beside it, into a content of its own', () => {
    const content = [
      { type: 'image' as const, data: 'UklGRiQAAABXRUJQ', mimeType: 'image/webp' },
      { type: 'audio' as const, data: 'c28=', mimeType: 'audio/wav' },
    ]
    const sounding: ToolResult = { callId: 'c1', name: 'get_weather', outcome: { status: 'ok', content, durationMs: 1 } }
    const { wire, warnings } = translate([user('?'), turn([call('c1')], undefined, ELSEWHERE), results(sounding), user('and?')])
    expect(wire[2]?.parts).toMatchObject([
      { functionResponse: { parts: [{ inlineData: { mimeType: 'image/webp', data: 'UklGRiQAAABXRUJQ' } }] } },
    ])
    expect(wire[3]).toEqual({ role: 'user', parts: [{ inlineData: { mimeType: 'audio/wav', data: 'c28=' } }, { text: 'and?' }] })
    expect(warnings).toMatchObject([{ keyword: 'audio', action: 'rewritten', path: '/messages/2/results/0/outcome/content/1' }])
  })

  it('gives an alias the rules of the model that it stands for', () => {
    const history = [user('?'), turn([call('c1')], undefined, ELSEWHERE), results(result('c1'))]
    expect(JSON.stringify(translate(history, { ...HERE, model: 'our-gemini' }, 'gemini-3.8-flash').wire)).toContain(SENTINEL)
  })

  it('joins the pieces of an answer that went on into one turn, parts untouched', () => {
    const said = (text: string, thoughtSignature: string) => turn([{ type: 'text', text }], {
      role: 'model', parts: [{ text, thoughtSignature }],
    })
    expect(translate([user('?'), said('One,', 's1'), said(' two.', 's2'), user('!')]).wire[1])
      .toEqual({ role: 'model', parts: [{ text: 'One,', thoughtSignature: 's1' }, { text: ' two.', thoughtSignature: 's2' }] })
  })

  it('sends pictures and documents of a person inline, and a note for what Gemini cannot read', () => {
    const { wire, warnings } = translate([{ role: 'user', content: [
      { type: 'text', text: 'See' },
      { type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' },
      { type: 'resource', resource: { uri: 'file:///a.pdf', mimeType: 'application/pdf', blob: 'aGk=' } },
      { type: 'resource', resource: { uri: 'file:///a.zip', mimeType: 'application/zip', blob: 'aGk=' } },
      { type: 'resource', resource: { uri: 'file:///a.txt', mimeType: 'text/plain', text: 'words' } },
    ] }])
    expect(wire[0]?.parts).toEqual([
      { text: 'See' },
      { inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } },
      { inlineData: { mimeType: 'application/pdf', data: 'aGk=' } },
      { text: '[file file:///a.zip, application/zip]' },
      { text: 'file:///a.txt\nwords' },
    ])
    expect(warnings).toMatchObject([{ path: '/messages/0/content/3', action: 'replaced-by-text' }])
  })
})
