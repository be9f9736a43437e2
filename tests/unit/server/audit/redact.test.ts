import { describe, expect, test } from 'vitest'
import { createRedactor, REDACTED } from '#server/audit/redact'

const CANARY = 'canary-7f3a9b/with "quotes"'
const redactor = createRedactor(() => [CANARY, 'short'])
const MAX = 5 * 1024 * 1024
const redact = (value: unknown, maxBytes = MAX) => redactor.redactJson(value, maxBytes)

describe('redaction', () => {
  test('removes a known secret wherever it stands, encoded forms too [F007-A5]', () => {
    const clean = JSON.stringify(redact({
      [CANARY]: 1, nested: [{ text: `before ${CANARY} after` }], address: `https://x/?k=${encodeURIComponent(CANARY)}`,
      json: JSON.stringify({ CANARY }),
    }))
    expect(clean).not.toContain('canary-7f3a9b')
    expect(clean).toContain(`before ${REDACTED} after`)
  })

  test('knows a secret from the moment on it came, and forgets one that went', () => {
    const secrets = ['first-secret']
    const changing = createRedactor(() => secrets)
    const text = 'first-secret second-secret'
    expect(changing.redactText(text)).toBe('[redacted] second-secret')
    secrets[0] = 'second-secret'
    expect(changing.redactText(text)).toBe('first-secret [redacted]')
  })

  test.each([
    [['canary-1234', 'canary-1234-and-more']], [['canary-1234-and-more', 'canary-1234']],
  ])('leaves no rest of the longer of two secrets %j', (secrets) => {
    const { redactText, redactKeys } = createRedactor(() => secrets)
    const text = 'longer: canary-1234-and-more, shorter: canary-1234.'
    expect([redactText(text), redactKeys(text)]).toEqual(Array.from({ length: 2 }, () => `longer: ${REDACTED}, shorter: ${REDACTED}.`))
  })

  test('knows a secret of eight characters, and leaves one of seven', () => {
    expect(createRedactor(() => ['12345678', 'abcdefg']).redactText('12345678 abcdefg')).toBe(`${REDACTED} abcdefg`)
  })

  test('leaves a known value alone that is too short to be a secret', () => {
    expect(redact('a shortcut')).toBe('a shortcut')
  })

  test.each([
    'password', 'apiKey', 'api_key', 'X-API-Key', 'Authorization', 'client_secret', 'accessToken', 'cookie', 'DB_PASSWORD', 'privateKey',
  ])(
    'removes what is under the key %s',
    key => expect(redact({ [key]: 'v', nested: { [key]: { deep: 'v' } } })).toEqual({ [key]: REDACTED, nested: { [key]: REDACTED } }),
  )

  test('removes a number under the name of a secret, and keeps what only tells whether there is one', () => {
    expect(redact({ pin: 1, password: 1234, token: true, secret: null, cookie: '' })).toEqual({
      pin: 1, password: REDACTED, token: true, secret: null, cookie: '',
    })
  })

  test.each(['eyJ-', '_eyJ-', 'note-'])('removes a token that follows %s', (before) => {
    const token = `eyJhbGciOiJIUzI1NiJ9.${'e'.repeat(20)}.${'s'.repeat(20)}`
    expect(redactor.redactKeys(`${before}${token} after`)).toBe(`${before}${REDACTED} after`)
  })

  // Reading on from each beginning takes longer than a test may.
  test('passes over beginnings of tokens without reading on from each', () => {
    const text = 'eyJ-'.repeat(10_000_000)
    expect(redactor.redactKeys(text) === text).toBe(true)
  })

  test('removes a known secret from JSON text, and from JSON text within a JSON string', () => {
    const inner = JSON.stringify({ text: CANARY })
    for (const text of [inner, JSON.stringify({ arguments: inner })]) expect(redact(text)).toBe(
      text.replace(/canary.*?quotes\\*"/, REDACTED),
    )
  })

  test.each(['maxTokens', 'inputTokens', 'keyboard', 'author', 'passenger', 'city', 'key'])('keeps what is under the key %s', (key) => {
    expect(redact({ [key]: 'v' })).toEqual({ [key]: 'v' })
  })

  test.each([
    'sk-ant-api03-abcdefghijklmnopqrstuvwx', 'pb_abcdefghijklmnopqrstuvwxyz0123456789', `AIza${'x'.repeat(35)}`, `ghp_${'a'.repeat(36)}`,
    'AKIAIOSFODNN7EXAMPLE', 'xoxb-123456789012-abcdef', `eyJhbGciOiJIUzI1NiJ9.${'e'.repeat(20)}.${'s'.repeat(20)}`,
    '-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----',
  ])('removes the key shape %s from running text', (secret) => {
    expect(redact(`it is ${secret} here`)).toBe(`it is ${REDACTED} here`)
  })

  test('removes what follows a mark of a secret, and keeps the mark', () => {
    expect(redact('Authorization: Bearer abcdefgh12345')).toBe(`Authorization: Bearer ${REDACTED}`)
    expect(redact('postgres://admin:hunter22@db/x')).toBe(`postgres://admin:${REDACTED}@db/x`)
    expect(redact('{"password": "hunter22"}')).toBe(`{"password": "${REDACTED}"}`)
  })

  test('leaves ordinary values exactly as they were', () => {
    const value = { text: 'Grüße, 世界 😀', list: [1, 2.5, true, null, ''], empty: {}, url: 'https://a.example/b?c=d' }
    expect(redact(value)).toEqual(value)
  })

  test('copies a key named __proto__ as a field, without touching any prototype', () => {
    const clean = redact(JSON.parse('{"__proto__": {"role": "admin"}, "constructor": 1}'))
    expect(JSON.stringify(clean)).toBe('{"__proto__":{"role":"admin"},"constructor":1}')
    expect(Object.getPrototypeOf(clean)).toBe(Object.prototype)
  })

  test('cuts a long text with a marker and keeps the shape around it', () => {
    const clean = redact({ content: [{ type: 'text', text: 'ä'.repeat(5000) }], after: 'kept?' }, 1000)
    expect(clean).toMatchObject({ content: [{ type: 'text', text: expect.stringMatching(/^ä+… \[cut: 5000 characters in all\]$/) }] })
    expect(Buffer.byteLength(JSON.stringify(clean))).toBeLessThan(1200)
  })

  test('cuts a list or an object with very many small items', () => {
    const list = redact(Array.from({ length: 10_000 }, (_, index) => index), 1000) as unknown[]
    expect(list.at(-1)).toBe('[cut: 10000 items in all]')
    expect(list.length).toBeLessThan(1100)
    const object = redact(Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`field-${index}`, 0])), 1000)
    expect(object).toMatchObject({ '[cut]': '1000 fields in all' })
  })

  test('leaves no half of a secret where it cuts', () => {
    for (let length = 960; length < 1040; length++) {
      const text = JSON.stringify(redact(`${'x'.repeat(length)} ${CANARY}${'y'.repeat(9000)}`, 1000))
      expect(text).not.toContain('canary')
    }
  })

  test('cuts values that are nested too deep to be written', () => {
    const deep: unknown = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`)
    expect(JSON.stringify(redact(deep))).toContain('[cut: nested too deep]')
  })
})
