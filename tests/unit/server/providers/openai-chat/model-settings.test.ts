import { expect, it } from 'vitest'
import type { ModelSettings } from '#shared/model-settings'
import { openaiChatProvider } from '#server/providers/openai-chat'
import type { ModelRequest } from '#server/providers/provider'
import { askUser } from '../../../../support/providers/canonical-conversation'
import { translateRequest } from '../../../../support/request-body'

const add = { name: 'math.add', description: 'Adds.', inputSchema: { type: 'object', properties: {} }, annotations: {} }

async function send(request: Partial<ModelRequest>, profile: string) {
  const full = { model: 'qwen3', messages: [askUser('Hello')], tools: [add], ...request }
  const { body, warnings } = await translateRequest(openaiChatProvider, full, { baseUrl: 'http://127.0.0.1:9/v1', profile })
  return { body: body as Record<string, unknown>, warnings } // A request body is a JSON object.
}

it.each<[string, ModelSettings, Readonly<Record<string, unknown>>, readonly string[]]>([
  [
    'gpt-5.6-sol', { reasoningEffort: 'high', maxOutputTokens: 60 },
    { reasoning_effort: 'none', max_completion_tokens: 60, max_tokens: undefined }, ['reasoningEffort'],
  ],
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
