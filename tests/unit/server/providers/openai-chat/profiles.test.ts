import { describe, expect, it } from 'vitest'
import { chooseProfile, SERVER_PROFILES } from '#server/providers/openai-chat/profiles'

describe('chooseProfile', () => {
  it.each([
    [undefined, 'openai'],
    ['https://api.openai.com/v1', 'openai'],
    ['https://house.openai.azure.com/openai/v1', 'azure'],
    ['https://house.cognitiveservices.azure.com/openai/deployments/own?api-version=2024-10-21', 'azure'],
    ['https://api.mistral.ai/v1', 'mistral'],
    ['http://127.0.0.1:11434/v1', 'ollama'],
    ['https://openrouter.ai/api/v1', 'openrouter'],
    ['https://api.deepseek.com', 'deepseek'],
    ['https://generativelanguage.googleapis.com/v1beta/openai', 'gemini-openai'],
    ['http://127.0.0.1:8080/v1', 'generic'],
    ['https://api.openai.com.example.org/v1', 'generic'],
    ['not an address', 'generic'],
  ])('takes %s for %s [F002-A23]', (baseUrl, id) => {
    expect(chooseProfile({ baseUrl }).id).toBe(id)
  })

  it('believes the connection before the address, and the address before a profile that it does not know', () => {
    expect(chooseProfile({ profile: 'llama-cpp', baseUrl: 'http://127.0.0.1:11434/v1' }).id).toBe('llama-cpp')
    expect(chooseProfile({ profile: 'gone', baseUrl: 'http://127.0.0.1:11434/v1' }).id).toBe('ollama')
  })

  it('names each profile once', () => {
    expect(new Set(SERVER_PROFILES.map(({ id }) => id)).size).toBe(SERVER_PROFILES.length)
  })
})
