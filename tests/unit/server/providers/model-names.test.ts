import { describe, expect, it } from 'vitest'
import { providers } from '#server/providers'
import { nameClaude } from '#server/providers/anthropic/model-name'
import { nameGemini } from '#server/providers/gemini/model-name'
import { nameGpt } from '#server/providers/openai-chat/openai-model-name'

const nameAny = (id: string) => providers.map(provider => provider.nameModel?.(id)).find(Boolean)

describe('the name of a model', () => {
  it.each([
    ['claude-opus-4-6', 'Claude Opus 4.6'],
    ['claude-sonnet-4-5-20250929', 'Claude Sonnet 4.5'],
    ['claude-opus-5', 'Claude Opus 5'],
    ['claude-sonnet-4-20250514', 'Claude Sonnet 4'],
    ['claude-3-5-sonnet-20241022', 'Claude Sonnet 3.5'],
    ['claude-3-7-sonnet-latest', 'Claude Sonnet 3.7'],
    ['claude-haiku-4-5@20251001', 'Claude Haiku 4.5'],
    ['anthropic/claude-opus-4.6', 'Claude Opus 4.6'],
    ['us.anthropic.claude-opus-4-6-20260101-v1:0', 'Claude Opus 4.6'],
    ['gpt-5.4-mini', 'GPT-5.4 mini'],
    ['gpt-6.1-sol', 'GPT-6.1 Sol'],
    ['gpt-4o-2024-08-06', 'GPT-4o'],
    ['openai/gpt-4.1', 'GPT-4.1'],
    ['chatgpt-4o-latest', 'ChatGPT-4o Latest'],
    ['gemini-3.8-flash', 'Gemini 3.8 Flash'],
    ['gemini-3.5-flash-lite', 'Gemini 3.5 Flash-Lite'],
    ['gemini-2.5-pro-preview-05-06', 'Gemini 2.5 Pro Preview'],
    ['google/gemini-2.0-flash-001', 'Gemini 2.0 Flash'],
  ])('of %s is %s [F013-A14]', (id, name) => {
    expect(nameAny(id)).toBe(name)
  })

  it.each([
    'my-finetune', 'claude', 'claude-instant', 'ft:gpt-4o:acme::x', 'o3-mini', 'llama-3.3-70b', 'gemini-embedding-001',
    'not-claude-opus-4-6', '',
  ])('of %s stays its id [F013-A14]', (id) => {
    expect(nameAny(id)).toBeUndefined()
  })

  it('is for each shipped model the name in its list [F013-A14]', () => {
    const names = { 'anthropic': nameClaude, 'gemini': nameGemini, 'openai-responses': nameGpt }
    for (const [adapter, nameModel] of Object.entries(names)) {
      for (const { id, name } of providers.find(provider => provider.id === adapter)!.knownModels) expect(nameModel(id)).toBe(name)
    }
  })
})
