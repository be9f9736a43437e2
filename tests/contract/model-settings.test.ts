import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ModelSettings } from '#shared/model-settings'
import type { ToolDefinition } from '#shared/tool'
import { providers } from '#server/providers'
import type { ModelRequest } from '#server/providers/provider'
import { askUser, callAndAnswer } from '../support/providers/canonical-conversation'
import type { ProviderHarness } from '../support/providers/provider-harness'
import { startVendorServer, type VendorServer } from '../support/providers/vendor-server'
import { streamAnswer } from '../support/read-answer'

const harnesses = import.meta.glob<{ harness?: ProviderHarness }>('../support/providers/*.ts', { eager: true })
const add: ToolDefinition = { name: 'math.add', description: 'Adds.', inputSchema: { type: 'object', properties: {} }, annotations: {} }

/** What goes out: fields of the body, and what was said about the loss. `profile` for a server that speaks like OpenAI's own. */
type Case = readonly [model: string, settings: ModelSettings, body: Readonly<Record<string, unknown>>, warnings?: readonly string[]]

const CASES: Readonly<Record<string, readonly Case[]>> = {
  'anthropic': [
    ['claude-haiku-4-5', { toolChoice: 'required', parallelToolCalls: false }, { tool_choice: { type: 'any', disable_parallel_tool_use: true } }],
    ['claude-haiku-4-5', { toolChoice: { tool: 'math.add' } }, { tool_choice: { type: 'tool', name: 'math_add' } }],
    ['claude-haiku-4-5', { toolChoice: 'none', parallelToolCalls: false }, { tool_choice: { type: 'none' } }],
    ['claude-haiku-4-5', { maxOutputTokens: 10_000, reasoningEffort: 'medium' }, { max_tokens: 10_000, thinking: { type: 'enabled', budget_tokens: 3000 }, temperature: undefined }],
    ['claude-haiku-4-5', { maxOutputTokens: 1100, reasoningEffort: 'max' }, { thinking: { type: 'enabled', budget_tokens: 1045 } }],
    ['claude-haiku-4-5', { maxOutputTokens: 500, reasoningEffort: 'low' }, { max_tokens: 500, thinking: undefined }, ['reasoningEffort']],
    ['claude-haiku-4-5', { reasoningEffort: 'low', toolChoice: 'required' }, { tool_choice: { type: 'auto' } }, ['toolChoice']],
    ['claude-haiku-4-5', { temperature: 0.2 }, { temperature: 0.2, thinking: undefined }],
    ['claude-haiku-4-5', { temperature: 1.8 }, { temperature: 1 }, ['temperature']],
    ['claude-sonnet-4-6', { temperature: 0.2, reasoningEffort: 'max' }, { temperature: undefined, thinking: { type: 'adaptive', display: 'summarized' }, output_config: { effort: 'max' } }, ['temperature']],
    ['claude-sonnet-4-6', { reasoningEffort: 'xhigh' }, { output_config: { effort: 'high' } }, ['reasoningEffort']],
    ['claude-opus-5', { temperature: 0.2, reasoningEffort: 'none' }, { temperature: undefined, thinking: { type: 'disabled' }, output_config: undefined }, ['temperature']],
    ['claude-opus-5', { toolChoice: 'required', reasoningEffort: 'high' }, { tool_choice: { type: 'any' }, output_config: { effort: 'high' } }],
    ['claude-opus-5-5', { toolChoice: 'required' }, { tool_choice: { type: 'auto' } }, ['toolChoice']],
    ['claude-fable-5-2', { toolChoice: 'required' }, { tool_choice: { type: 'auto' } }, ['toolChoice']],
    ['claude-fable-5-1-20260912', { toolChoice: 'required' }, { tool_choice: { type: 'auto' } }, ['toolChoice']],
    ['claude-fable-5-20260412', { toolChoice: 'required' }, { tool_choice: { type: 'any' } }],
    ['anthropic/claude-opus-5.5', { toolChoice: 'required' }, { tool_choice: { type: 'auto' } }, ['toolChoice']],
    ['anthropic/claude-sonnet-4.6', { reasoningEffort: 'low', temperature: 0.2 }, { temperature: undefined, thinking: { type: 'adaptive', display: 'summarized' } }, ['temperature']],
    ['anthropic/claude-opus-4.5', { maxOutputTokens: 60_000 }, { max_tokens: 60_000 }],
    ['claude-opus-5-5', { reasoningEffort: 'none' }, { output_config: { effort: 'low' } }, ['reasoningEffort']],
    ['claude-opus-5-5', { maxOutputTokens: 500_000 }, { max_tokens: 128_000 }, ['maxOutputTokens']],
  ],
  'openai-chat': [
    ['qwen3', { toolChoice: { tool: 'math.add' }, parallelToolCalls: false, maxOutputTokens: 50, temperature: 0.1, reasoningEffort: 'low' }, {
      tool_choice: { type: 'function', function: { name: 'math_add' } }, parallel_tool_calls: false, max_tokens: 50, temperature: 0.1, reasoning_effort: 'low',
    }],
    ['qwen3', { toolChoice: 'required', reasoningEffort: 'none' }, { tool_choice: 'required', reasoning_effort: 'none' }],
    ['qwen3', {}, { tool_choice: 'auto', parallel_tool_calls: undefined, max_tokens: undefined, temperature: undefined, reasoning_effort: undefined }],
  ],
  'openai-responses': [
    ['gpt-6.1-terra', { toolChoice: { tool: 'math.add' }, parallelToolCalls: false, maxOutputTokens: 50, reasoningEffort: 'max' }, {
      tool_choice: { type: 'function', name: 'math_add' }, parallel_tool_calls: false, max_output_tokens: 50, reasoning: { effort: 'max', summary: 'auto' },
    }],
    ['gpt-6.1-terra', { temperature: 0.3, reasoningEffort: 'none' }, { temperature: 0.3, reasoning: { effort: 'none' } }],
    ['gpt-6.1-terra', { temperature: 0.3 }, { temperature: undefined }, ['temperature']],
    ['gpt-6-astra', { reasoningEffort: 'none' }, { reasoning: { effort: 'low', summary: 'auto' } }, ['reasoningEffort']],
    ['gpt-5', { reasoningEffort: 'minimal', temperature: 0.3 }, { reasoning: { effort: 'minimal', summary: 'auto' }, temperature: undefined }, ['temperature']],
    ['gpt-4.1', { reasoningEffort: 'high', temperature: 0.3, maxOutputTokens: 99_999 }, { reasoning: undefined, temperature: 0.3, max_output_tokens: 32_768 }, ['reasoningEffort', 'maxOutputTokens']],
  ],
  'gemini': [
    ['gemini-3.8-flash', { toolChoice: 'required', parallelToolCalls: false }, { toolConfig: { functionCallingConfig: { mode: 'ANY' } } }, ['parallelToolCalls']],
    ['gemini-3.8-flash', { toolChoice: { tool: 'math.add' } }, { toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['math.add'] } } }],
    ['gemini-3.8-flash', { toolChoice: 'none' }, { toolConfig: { functionCallingConfig: { mode: 'NONE' } } }],
    ['gemini-3.8-flash', { temperature: 1.6, maxOutputTokens: 70, reasoningEffort: 'high' }, {
      generationConfig: { temperature: 1.6, maxOutputTokens: 70, thinkingConfig: { includeThoughts: true, thinkingLevel: 'high' } },
    }],
    ['gemini-3.8-flash', { reasoningEffort: 'none' }, { generationConfig: { thinkingConfig: { includeThoughts: true, thinkingLevel: 'low' } } }, ['reasoningEffort']],
    ['gemini-4-hydrogen', { reasoningEffort: 'xhigh' }, { generationConfig: { thinkingConfig: { includeThoughts: true, thinkingLevel: 'xhigh' } } }],
    ['gemini-2.5-flash', {}, { generationConfig: { thinkingConfig: { includeThoughts: true } } }],
    ['gemini-2.5-flash', { reasoningEffort: 'none' }, { generationConfig: { thinkingConfig: { thinkingBudget: 0 } } }],
    ['gemini-2.5-flash-lite', {}, { generationConfig: {} }],
    ['gemini-2.5-flash-lite', { reasoningEffort: 'low' }, { generationConfig: { thinkingConfig: { includeThoughts: true, thinkingBudget: 1024 } } }],
    ['gemini-pro-latest', { reasoningEffort: 'high' }, { generationConfig: { thinkingConfig: { includeThoughts: true, thinkingLevel: 'high' } } }],
    ['gemini-2.5-pro', { reasoningEffort: 'medium' }, { generationConfig: { thinkingConfig: { includeThoughts: true, thinkingBudget: 8192 } } }],
    ['gemini-2.0-flash', { reasoningEffort: 'high' }, { generationConfig: {} }, ['reasoningEffort']],
  ],
}

describe.each(Object.keys(CASES))('%s', (id) => {
  const provider = providers.find(candidate => candidate.id === id)!
  const harness = harnesses[`../support/providers/${id}.ts`]!.harness!
  let server: VendorServer
  beforeEach(async () => {
    server = await startVendorServer()
  })
  afterEach(() => server.close())

  async function send(request: Partial<ModelRequest>, profile?: string) {
    server.reply({ frames: harness.toFrames({ text: ['Hi.'], calls: [], ending: 'stop', usage: { input: 1, cachedInput: 0, output: 1, reasoning: 0 } }) })
    const full = { model: harness.model, messages: [askUser('Hello')], tools: [add], ...request }
    const events = await Array.fromAsync(streamAnswer(provider, full, { baseUrl: server.origin + harness.basePath, apiKey: 'test-key-0123', ...(profile && { profile }) }))
    const warnings = events.flatMap(event => event.type === 'warning' ? event.warning : [])
    return { body: server.requests.at(-1)?.body as Record<string, unknown>, warnings } // the vendor server reads JSON objects
  }

  it.each(CASES[id]!.map(([model, settings, expected, keywords = []]) => [model, settings, expected, keywords] as const))('sends %s the settings %j [F014-A1]', async (model, settings, expected, keywords) => {
    const { body, warnings } = await send({ model, ...settings })
    expect(Object.fromEntries(Object.keys(expected).map(key => [key, body[key]]))).toEqual(expected)
    expect(warnings.map(({ keyword }) => keyword)).toEqual(keywords)
    for (const { path, keyword, reason } of warnings) {
      expect(path).toBe(`/settings/${keyword}`)
      expect(reason).toMatch(/\.$/)
    }
  })

  it('sends neither a choice nor a switch for parallel calls without tools [F014-A3]', async () => {
    const { body, warnings } = await send({ tools: [], toolChoice: 'required', parallelToolCalls: false })
    for (const field of ['tools', 'tool_choice', 'parallel_tool_calls', 'toolConfig']) expect(body).not.toHaveProperty(field)
    expect(warnings).toEqual([])
  })

  it('forces no tool that was left out, and takes it for none when it was the only one', async () => {
    const list: ToolDefinition = { name: 'math.list', description: 'Lists.', inputSchema: { type: 'array' }, annotations: {} }
    const { body, warnings } = await send({ tools: [list, add], toolChoice: { tool: 'math.list' } })
    expect(JSON.stringify(body)).not.toContain('math_list')
    expect(JSON.stringify(body)).not.toContain('math.list')
    expect(warnings).toMatchObject([{ tool: 'math.list', action: 'left-out' }, { keyword: 'toolChoice', action: 'rewritten' }])

    const alone = await send({ tools: [list], toolChoice: 'required', messages: callAndAnswer({ status: 'ok', content: [], durationMs: 1 }) })
    expect(JSON.stringify(alone.body)).not.toMatch(/"(?:any|ANY|required)"/)
    expect(alone.warnings).toMatchObject([{ tool: 'math.list', action: 'left-out' }])
  })

  it('takes an admin\'s word before its own table [F014-A9]', async () => {
    const { warnings } = await send({ toolChoice: 'required', temperature: 0.4, capabilities: { toolChoices: ['auto'], temperature: 'never' } })
    expect(warnings.map(({ keyword }) => keyword)).toEqual(['temperature', 'toolChoice'])
  })

  if (id === 'openai-chat') {
    it.each<[string, ModelSettings, Readonly<Record<string, unknown>>, readonly string[]]>([
      ['gpt-5.6-sol', { reasoningEffort: 'high', maxOutputTokens: 60 }, { reasoning_effort: 'none', max_completion_tokens: 60, max_tokens: undefined }, ['reasoningEffort']],
      ['gpt-5.6-sol', {}, { reasoning_effort: 'none' }, ['reasoningEffort']],
      ['gpt-5.3', { reasoningEffort: 'high' }, { reasoning_effort: 'high' }, []],
      ['gpt-6-astra', { reasoningEffort: 'low' }, { reasoning_effort: undefined }, ['reasoningEffort']],
      ['o3', { temperature: 0.2 }, { temperature: undefined }, ['temperature']],
    ])('follows OpenAI\'s own rules for %s with %j where the profile says so [F014-A5]', async (model, settings, expected, keywords) => {
      const { body, warnings } = await send({ model, system: 'Be brief.', ...settings }, 'openai')
      expect(Object.fromEntries(Object.keys(expected).map(key => [key, body[key]]))).toEqual(expected)
      expect(warnings.map(({ keyword }) => keyword)).toEqual(keywords)
      expect(body.messages).toMatchObject([{ role: 'developer' }, { role: 'user' }])
    })

    it('sends a server that ignores choices and switches none of them [F014-A7]', async () => {
      const { body, warnings } = await send({ toolChoice: 'required', parallelToolCalls: false, reasoningEffort: 'low' }, 'ollama')
      expect(body).toMatchObject({ tool_choice: 'auto', reasoning_effort: 'low' })
      expect(body).not.toHaveProperty('parallel_tool_calls')
      expect(warnings.map(({ keyword }) => keyword)).toEqual(['toolChoice', 'parallelToolCalls'])
    })
  }
})

it('has cases for every provider that has a wire', () => {
  expect(Object.keys(CASES).sort()).toEqual(providers.map(({ id }) => id).filter(id => id !== 'demo').sort())
})
