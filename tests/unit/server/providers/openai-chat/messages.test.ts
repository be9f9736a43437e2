import { describe, expect, it } from 'vitest'
import type { Message } from '#shared/message'
import { createToolNameMap } from '#server/providers/kit/tool-names'
import { toWireMessages } from '#server/providers/openai-chat/messages'
import { OPENAI_NAME_RULE } from '#server/providers/openai-chat/openai-dialect'
import { chooseProfile } from '#server/providers/openai-chat/profiles'

const PIXEL = { type: 'image' as const, data: 'iVBORw0KGgo=', mimeType: 'image/png' }
const user: Message = { role: 'user', content: [{ type: 'text', text: 'Look.' }] }
const origin = { adapter: 'openai-chat', endpoint: 'http://server.test/v1', model: 'm' }

function calls(count: number, native?: unknown): Message {
  const parts = Array.from({ length: count }, (_, index) => ({
    type: 'tool-call' as const,
    callId: `call_${index}`,
    providerCallId: `vendor_${index}`,
    name: 'look',
    arguments: { ok: true as const, value: {} },
  }))
  return { role: 'assistant', origin, parts: [{ type: 'text', text: 'I look.' }, ...parts], native }
}
function results(count: number, content: Extract<Message, { role: 'user' }>['content'] = [{ type: 'text', text: 'Seen.' }]): Message {
  return {
    role: 'tool',
    results: Array.from({ length: count }, (_, index) => ({
      callId: `call_${index}`, name: 'look', outcome: { status: 'ok', content, durationMs: 1 },
    })),
  }
}
function translate(profile: string, messages: readonly Message[]) {
  return toWireMessages(messages, {
    origin, names: createToolNameMap(['look'], OPENAI_NAME_RULE), profile: chooseProfile({ profile }),
  }).wire
}

describe('the messages for a server', () => {
  it('hold at most 128 calls each, with the results of each right behind it [F020-A8]', () => {
    const wire = translate('generic', [user, calls(130), results(130)])
    expect(wire.map(message => message.role === 'assistant' ? message.tool_calls?.length : message.role)).toEqual([
      'user', 128, ...Array<string>(128).fill('tool'), 2, 'tool', 'tool',
    ])
    expect(wire.flatMap(message => message.role === 'assistant' ? [message.content] : [])).toEqual(['I look.', null])
  })

  it('bear ids of nine letters and digits at Mistral, the same on both sides [F020-A9]', () => {
    const [, turn, answer] = translate('mistral', [user, calls(1), results(1)])
    const id = turn?.role === 'assistant' ? turn.tool_calls?.[0]?.id : undefined
    expect(id).toMatch(/^[a-zA-Z0-9]{9}$/)
    expect(answer).toMatchObject({ role: 'tool', tool_call_id: id })
  })

  it('have an answer between results and a person at Mistral, and nowhere else', () => {
    const history = [user, calls(1), results(1), user]
    expect(translate('mistral', history).map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant', 'user'])
    expect(translate('generic', history).map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'user'])
  })

  it('end with a request at Mistral, and nowhere else', () => {
    const half: Message = { role: 'assistant', origin, parts: [{ type: 'text', text: 'So far' }] }
    expect(translate('mistral', [user, half]).at(-1)).toEqual({ role: 'user', content: 'Continue.' })
    expect(translate('generic', [user, half]).at(-1)).toEqual({ role: 'assistant', content: 'So far' })
  })

  it('give each server back the fields it wants, and no others [F020-A10]', () => {
    const call = {
      id: 'vendor_0', type: 'function', function: { name: 'look', arguments: '{}' }, extra_content: { google: { thought_signature: 's' } },
    }
    const native = {
      role: 'assistant',
      content: null,
      reasoning_content: 'Hm.',
      reasoning_details: [{ type: 'reasoning.encrypted', data: 's' }],
      tool_calls: [call],
    }
    const { extra_content: _signature, ...plainCall } = call
    const replay = (profile: string) => translate(profile, [user, calls(1, native), results(1)])[1]
    expect(replay('openrouter')).toEqual(native)
    expect(replay('deepseek')).toEqual({ role: 'assistant', content: null, reasoning_content: 'Hm.', tool_calls: [plainCall] })
    expect(replay('gemini-openai')).toEqual({ role: 'assistant', content: null, tool_calls: [call] })
    expect(replay('openai')).toEqual({ role: 'assistant', content: null, tool_calls: [plainCall] })
  })

  it('have an empty thought beside the calls of another model at DeepSeek, which refuses them without', () => {
    expect(translate('deepseek', [user, calls(1), results(1)])[1]).toMatchObject({ reasoning_content: '', tool_calls: [{}] })
    expect(translate('generic', [user, calls(1), results(1)])[1]).not.toHaveProperty('reasoning_content')
    const native = {
      role: 'assistant', content: null, tool_calls: [{ id: 'vendor_0', type: 'function', function: { name: 'look', arguments: '{}' } }],
    }
    expect(translate('deepseek', [user, calls(1, native), results(1)])[1]).toEqual({ ...native, reasoning_content: '' })
  })

  it('have a mark on the first foreign call of each current step at Google, where the model checks signatures [F002-A15]', () => {
    const mark = { google: { thought_signature: 'skip_thought_signature_validator' } }
    const signed = {
      id: 'vendor_0', type: 'function', function: { name: 'look', arguments: '{}' }, extra_content: { google: { thought_signature: 's' } },
    }
    const marksOf = (profile: string, messages: readonly Message[], model = 'gemini-3-pro') => toWireMessages(messages, {
      origin: { ...origin, model }, names: createToolNameMap(['look'], OPENAI_NAME_RULE), profile: chooseProfile({ profile }),
    }).wire.flatMap(message => message.role === 'assistant'
      ? message.tool_calls?.map(wire => 'extra_content' in wire ? wire.extra_content : undefined) ?? []
      : [])
    expect(marksOf('gemini-openai', [calls(1), results(1), user, calls(2), results(2)])).toEqual([undefined, mark, undefined])
    expect(marksOf('gemini-openai', [user, calls(2), results(2)], 'gemini-2.5-pro')).toEqual([undefined, undefined])
    expect(marksOf(
      'gemini-openai', [user, calls(1, { role: 'assistant', content: null, tool_calls: [signed] }), results(1)], origin.model,
    )).toEqual([signed.extra_content])
    expect(marksOf('generic', [user, calls(1), results(1)])).toEqual([undefined])
  })

  it('leave out a turn in which the server said nothing', () => {
    const silent: Message = { role: 'assistant', origin, parts: [], native: { role: 'assistant', content: '' } }
    expect(translate('generic', [user, silent, user])).toEqual([{ role: 'user', content: 'Look.\n\nLook.' }])
  })

  it.each([
    ['openai', ['image_url', 'file', 'input_audio']],
    ['generic', ['image_url', 'text', 'input_audio']],
    ['mistral', ['image_url', 'text', 'text']],
  ])('hold the media of a person that %s takes, and a note for the others [F020-A12]', (profile, types) => {
    const pdf = { type: 'resource' as const, resource: { uri: 'file:///a.pdf', mimeType: 'application/pdf', blob: 'AAAA' } }
    const context = { origin, names: createToolNameMap([], OPENAI_NAME_RULE), profile: chooseProfile({ profile }) }
    const { wire: [message], warnings } = toWireMessages(
      [{ role: 'user', content: [PIXEL, pdf, { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' }] }], context,
    )
    expect(message?.content).toMatchObject(types.map(type => ({ type })))
    expect(warnings.map(({ action }) => action)).toEqual(types.filter(type => type === 'text').map(() => 'replaced-by-text'))
  })

  it('are nothing but text at DeepSeek, and say what was there', () => {
    const wire = translate('deepseek', [{ role: 'user', content: [{ type: 'text', text: 'See.' }, PIXEL] }, calls(1), results(1, [PIXEL])])
    expect(wire.map(({ content }) => content)).toEqual(['See.\n\n[image, image/png]', 'I look.', '[image, image/png]'])
  })

  it('hold the pictures of a result where the server takes them, and after the group elsewhere', () => {
    const profile = { ...chooseProfile({ profile: 'generic' }), imagesInToolMessages: true }
    const context = { origin, names: createToolNameMap(['look'], OPENAI_NAME_RULE), profile }
    const { wire, warnings } = toWireMessages([user, calls(1), results(1, [{ type: 'text', text: 'Seen.' }, PIXEL])], context)
    expect(wire[2]).toMatchObject({ role: 'tool', content: [{ type: 'text', text: 'Seen.' }, { type: 'image_url' }] })
    expect(wire).toHaveLength(3)
    expect(warnings.map(({ keyword }) => keyword)).not.toContain('image')
    expect(translate('generic', [user, calls(1), results(1, [PIXEL])]).map(({ role }) => role)).toEqual([
      'user', 'assistant', 'tool', 'user',
    ])
  })
})
