import { describe, expect, it } from 'vitest'
import type { Message } from '#shared/message'
import { takeContinuation } from '#server/providers/gemini/continuation'
import { toWireRequest } from '#server/providers/gemini/request'

const origin = { adapter: 'gemini', endpoint: 'https://gemini.test', model: 'gemini-4-argon' }
const question: Message = { role: 'user', content: [{ type: 'text', text: 'Tell me everything.' }] }
const part = (text: string, continuationToken?: string, from = origin): Message => ({
  role: 'assistant', origin: from, parts: [{ type: 'text', text }], native: {
    role: 'model', parts: [{ text }], ...(continuationToken && { continuationToken }),
  },
})

describe('takeContinuation', () => {
  it('asks the same again with the newest token, without what has been said [F002-A46]', () => {
    const messages = [question, part('One,', 'ct-1'), part(' two,', 'ct-2')]
    expect(takeContinuation(messages, origin)).toEqual({ messages: [question], token: 'ct-2' })
    const { wire } = toWireRequest({ model: origin.model, messages, tools: [] }, origin)
    expect(wire).toMatchObject({ continuationToken: 'ct-2', contents: [{ role: 'user', parts: [{ text: 'Tell me everything.' }] }] })
    expect(JSON.stringify(wire)).not.toContain('One,')
  })

  it('leaves an answer alone that is over, and sends all its parts back', () => {
    const messages = [question, part('One,', 'ct-1'), part(' two.'), question]
    expect(takeContinuation(messages, origin)).toEqual({ messages })
    const text = JSON.stringify(toWireRequest({ model: origin.model, messages, tools: [] }, origin).wire)
    expect(text).toContain('One,')
    expect(text).not.toContain('ct-1')
  })

  it('knows no token of another model', () => {
    const messages = [question, part('One,', 'ct-1', { ...origin, model: 'gemini-3.8-flash' })]
    expect(takeContinuation(messages, origin)).toEqual({ messages })
  })
})
