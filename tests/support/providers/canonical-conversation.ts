import type { Message, TurnOrigin } from '#shared/message'
import type { ToolOutcome } from '#shared/tool-outcome'

export const FOREIGN_ORIGIN: TurnOrigin = { adapter: 'elsewhere', endpoint: 'https://elsewhere.test', model: 'other-1' }

/** The smallest PNG: one transparent pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

export function askUser(text: string): Message {
  return { role: 'user', content: [{ type: 'text', text }] }
}

/** A turn of another model that called one tool, with the outcome it got. */
export function callAndAnswer(outcome: ToolOutcome): Message[] {
  return [
    askUser('What is the weather?'),
    {
      role: 'assistant',
      origin: FOREIGN_ORIGIN,
      parts: [{ type: 'tool-call', callId: 'call_1', name: 'get_weather', arguments: { ok: true, value: { city: 'Paris' } } }],
    },
    { role: 'tool', results: [{ callId: 'call_1', name: 'get_weather', outcome }] },
  ]
}

/** One conversation with everything in it that a translation can get wrong; it began with another model. */
export const canonicalConversation: readonly Message[] = [
  { role: 'user', content: [
    { type: 'text', text: 'Compare these.' },
    { type: 'image', data: PIXEL, mimeType: 'image/png' },
    { type: 'resource', resource: { uri: 'notes.txt', mimeType: 'text/plain', text: 'A note.' } },
    { type: 'resource', resource: { uri: 'paper.pdf', mimeType: 'application/pdf', blob: 'JVBERi0xLjQK' } },
    { type: 'audio', data: 'UklGRiQAAABXQVZF', mimeType: 'audio/wav' },
  ] },
  { role: 'assistant', origin: FOREIGN_ORIGIN, native: { secret: 'of another vendor' }, parts: [
    { type: 'reasoning', text: 'I should look.' },
    { type: 'text', text: 'Let me look.' },
    {
      type: 'tool-call',
      callId: 'call_1',
      providerCallId: 'functions.look:0',
      name: 'get_weather',
      arguments: { ok: true, value: { city: 'Paris' } },
    },
    {
      type: 'tool-call',
      callId: 'call_2',
      providerCallId: 'functions.look:1',
      name: 'files.read',
      arguments: { ok: false, text: '{"path": ', error: 'Unexpected end.' },
    },
    { type: 'tool-call', callId: 'call_3', name: 'gone.tool', arguments: { ok: true, value: {} } },
  ] },
  { role: 'tool', results: [
    { callId: 'call_2', name: 'files.read', outcome: { status: 'invalid-input', durationMs: 0, issues: [], content: [
      { type: 'text', text: 'The arguments are not JSON.' }, { type: 'image', data: PIXEL, mimeType: 'image/png' },
    ] } },
    { callId: 'call_1', name: 'get_weather', outcome: {
      status: 'ok', durationMs: 3, structuredContent: { degrees: 21, picture: PIXEL },
      content: [
        { type: 'text', text: 'Sunny.' },
        { type: 'image', data: PIXEL, mimeType: 'image/png' },
        { type: 'resource_link', uri: 'https://weather.test/paris', name: 'Paris' },
      ],
    } },
    {
      callId: 'call_9', name: 'never_called', outcome: { status: 'ok', durationMs: 3, content: [{ type: 'text', text: 'Nobody asked.' }] },
    },
  ] },
  { role: 'assistant', origin: FOREIGN_ORIGIN, parts: [{ type: 'text', text: '   ' }] },
  askUser('Go on.'),
]
