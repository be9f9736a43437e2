import { describe, expect, it } from 'vitest'
import { composeRequestBody } from '#server/providers/kit/request/request-body'

const tools = [{ name: 'add', description: 'Adds "two" numbers.' }]

describe('composeRequestBody', () => {
  it('writes a body, with the texts that are there already in their places', () => {
    const wire = { model: 'm', tools, stream: true }
    expect(JSON.parse(composeRequestBody(wire))).toEqual(wire)
    expect(JSON.parse(composeRequestBody(wire, { tools: JSON.stringify(tools) }))).toEqual(wire)
  })

  it('does not write again what it is given as text', () => {
    const unread = { model: 'm', tools: { toJSON: () => expect.unreachable() } }
    expect(JSON.parse(composeRequestBody(unread, { tools: '[]' }))).toEqual({ model: 'm', tools: [] })
    expect(composeRequestBody({ tools }, { tools: '[1]' })).toBe('{"tools":[1]}')
  })

  it('adds no field that the body has not, and takes a missing text for none', () => {
    expect(composeRequestBody({ model: 'm' }, { tools: '[]' })).toBe('{"model":"m"}')
    expect(composeRequestBody({ tools }, { tools: undefined })).toBe(JSON.stringify({ tools }))
  })
})
