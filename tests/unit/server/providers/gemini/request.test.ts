import { describe, expect, it } from 'vitest'
import type { Message } from '#shared/message'
import { toWireRequest } from '#server/providers/gemini/request'

const question: Message = { role: 'user', content: [{ type: 'text', text: 'Hi' }] }
const said: Message = { role: 'assistant', parts: [{ type: 'text', text: 'Hello' }], origin: { adapter: '', endpoint: '', model: '' } }

function translate(model: string, messages: readonly Message[] = [question], sameAs?: string) {
  const origin = { adapter: 'gemini', endpoint: 'https://gemini.test', model }
  return toWireRequest({ model, messages, tools: [], system: 'Be brief.', ...(sameAs && { capabilities: { sameAs } }) }, origin).wire
}

describe('the instructions', () => {
  it('have a field of their own', () => {
    expect(translate('gemini-3.8-flash')).toMatchObject({
      systemInstruction: { parts: [{ text: 'Be brief.' }] }, contents: [{ parts: [{ text: 'Hi' }] }],
    })
  })

  it.each([
    ['gemma-3-27b-it', undefined],
    ['models/gemma-3-27b-it', undefined],
    ['our-gemma', 'gemma-3-27b-it'],
  ])('stand before the first message where the model refuses that field: %s', (model, sameAs) => {
    const wire = translate(model, [question, said, question], sameAs)
    expect(wire).not.toHaveProperty('systemInstruction')
    expect(wire.contents).toEqual([
      { role: 'user', parts: [{ text: 'Be brief.' }, { text: 'Hi' }] },
      { role: 'model', parts: [{ text: 'Hello' }] },
      { role: 'user', parts: [{ text: 'Hi' }] },
    ])
  })
})

it('gives a rebuilt call the names of properties that the older form declares [F019-A6]', () => {
  const query = {
    name: 'query', description: '', inputSchema: { type: 'object', properties: { $filter: { type: 'string' } } }, annotations: {},
  }
  const messages: readonly Message[] = [
    { role: 'user', content: [{ type: 'text', text: 'A' }] },
    {
      role: 'assistant',
      origin: { adapter: 'elsewhere', endpoint: '', model: 'm' },
      parts: [{ type: 'tool-call', callId: '1', name: 'query', arguments: { ok: true, value: { $filter: 'x' } } }],
    },
  ]
  const origin = { adapter: 'gemini', endpoint: 'https://generativelanguage.googleapis.com', model: 'gemini-2.5-pro' }
  const argumentsOf = (profile?: string) => (
    toWireRequest({ model: origin.model, messages, tools: [query] }, origin, profile).wire.contents[1]?.parts
  )
  expect(argumentsOf('openapi')).toMatchObject([{ functionCall: { args: { _filter: 'x' } } }])
  expect(argumentsOf()).toMatchObject([{ functionCall: { args: { $filter: 'x' } } }])
})
