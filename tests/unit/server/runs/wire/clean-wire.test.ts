import { describe, expect, it } from 'vitest'
import { createRedactor } from '#server/audit/redact'
import { cleanWireEvents, cleanWireText } from '#server/runs/wire/clean-wire'

const SECRET = 'known.by "value" \\ only 1122334455'
const { redactKeys } = createRedactor(() => [SECRET])
const forms = [SECRET, JSON.stringify(SECRET).slice(1, -1), encodeURIComponent(SECRET)]
const expectClean = (text: string) => expect(forms.filter(form => text.includes(form))).toEqual([])

describe('what of the wire is kept', () => {
  it('holds no known secret, however deep in JSON it stands [F016-A3]', async () => {
    const args = JSON.stringify({ password: SECRET })
    const body = {
      messages: [{ text: `It is ${SECRET}.` }, { arguments: args }, { wrapped: JSON.stringify({ args }) }],
      [SECRET]: encodeURIComponent(SECRET),
    }
    const clean = await cleanWireText(JSON.stringify(body), redactKeys)
    expectClean(clean)
    expect(JSON.parse(clean).messages[1]).toEqual({ arguments: JSON.stringify({ password: '[redacted]' }) })
  })

  it('holds no key of a vendor\'s shape, and stays JSON around a private key [F016-A3]', async () => {
    const body = { key: 'sk-ant-0123456789abcdef0123', pem: '-----BEGIN PRIVATE KEY-----\nMIIE', next: { tools: ['a', 'b'] } }
    expect(JSON.parse(await cleanWireText(JSON.stringify(body), redactKeys))).toEqual({
      key: '[redacted]', pem: '[redacted]', next: { tools: ['a', 'b'] },
    })
  })

  it('keeps everything else word for word, schemas of password fields too [F016-A3]', async () => {
    const body = '{"properties":{"password":{"type":"string","default":null},"token":1.0},  '
      + '"text":"basic understanding, password: letmein"}'
    expect(await cleanWireText(body, redactKeys)).toBe(body)
  })

  it('cleans the events that need it, one a line, and no other [F016-A3]', async () => {
    const events = ['{"a":  1}', JSON.stringify({ delta: SECRET }), 'data that is no JSON', '[DONE]']
    const lines = (await cleanWireEvents(events, redactKeys)).split('\n')
    expect(lines).toEqual([events[0], '{"delta":"[redacted]"}', events[2], events[3]])
  })

  it('finds a secret that lies across two slices of a long text [F016-A3]', async () => {
    for (const before of [131_060, 131_072, 155_640]) {
      expectClean(await cleanWireText(JSON.stringify('word '.repeat(before / 5) + SECRET + ' end'.repeat(50_000)), redactKeys))
    }
  })

  it('keeps nothing that could not be searched [F016-A3]', async () => {
    const fail = () => {
      throw new Error('no')
    }
    expect(await cleanWireText('{"a":1}', fail)).toMatch(/^\[this text could not be searched/)
  })
})
