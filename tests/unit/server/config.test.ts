import { describe, expect, it } from 'vitest'
import { readConfig } from '#server/config'
import { providers as adapters } from '#server/providers'

const COMPATIBLE = { id: 'openai', kind: 'openai-compatible', name: 'OpenAI-compatible' }
const OPENAI = { id: 'openai', kind: 'openai', name: 'OpenAI' }
const OFFICIAL = 'https://api.openai.com/v1'
const LOCAL = 'http://127.0.0.1:11434/v1'

function read(environment: Readonly<Record<string, string>>) {
  return readConfig(environment, { appDirectory: '/app', adapters })
}

describe('the providers of the environment', () => {
  it('are those that the adapters declare, in the order of the register [F013-A2]', () => {
    const { providers } = read({
      GEMINI_API_KEY: 'g', OPENAI_BASE_URL: `${LOCAL}/`, ANTHROPIC_API_KEY: ' a ', ANTHROPIC_BASE_URL: 'https://gateway.test',
    })
    expect(providers).toEqual([
      { id: 'anthropic', kind: 'anthropic', name: 'Anthropic', apiKey: 'a', baseUrl: 'https://gateway.test' },
      { ...COMPATIBLE, baseUrl: LOCAL },
      { id: 'gemini', kind: 'gemini', name: 'Gemini', apiKey: 'g' },
    ])
  })

  it.each([
    ['a key alone', { OPENAI_API_KEY: 'k' }, { ...OPENAI, apiKey: 'k' }],
    ['an address alone', { OPENAI_BASE_URL: LOCAL }, { ...COMPATIBLE, baseUrl: LOCAL }],
    ['OpenAI\'s own address', { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: OFFICIAL }, { ...OPENAI, apiKey: 'k', baseUrl: OFFICIAL }],
    ['a protocol without address', { OPENAI_API_KEY: 'k', OPENAI_API: 'chat' }, { ...COMPATIBLE, apiKey: 'k' }],
    ['a protocol against the address', { OPENAI_BASE_URL: LOCAL, OPENAI_API: 'responses' }, { ...OPENAI, baseUrl: LOCAL }],
    ['the other variable of a key', { GOOGLE_API_KEY: 'g' }, { id: 'gemini', kind: 'gemini', name: 'Gemini', apiKey: 'g' }],
    [
      'both variables of a key', { GOOGLE_API_KEY: 'g', GEMINI_API_KEY: 'first' },
      { id: 'gemini', kind: 'gemini', name: 'Gemini', apiKey: 'first' },
    ],
  ])('are told from %s [F013-A2]', (_name, environment, expected) => {
    expect(read(environment).providers).toEqual([expected])
  })

  it('are none without what makes one: an empty variable, an address of a vendor that wants a key, a protocol', () => {
    expect(read({
      OPENAI_API_KEY: ' ', ANTHROPIC_BASE_URL: 'https://gateway.test', GEMINI_BASE_URL: 'https://gateway.test', OPENAI_API: 'chat',
    }).providers).toEqual([])
  })

  it('are only those of the adapters that are there', () => {
    expect(readConfig({ OPENAI_API_KEY: 'k', OPENAI_API: 'whatever' }, { appDirectory: '/app', adapters: [] }).providers).toEqual([])
  })
})

it('names every wrong variable at once, ours and those of providers', () => {
  expect(() => read({ PORT: 'many', ANTHROPIC_BASE_URL: 'ftp://x', OPENAI_API: 'soap' })).toThrow(
    /PORT: .*; ANTHROPIC_BASE_URL: .*; OPENAI_API: .*"responses"\|"chat"/,
  )
})
