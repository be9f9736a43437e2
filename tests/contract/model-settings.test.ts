import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { modelSettingsSchema } from '#shared/model-settings'
import type { ToolDefinition } from '#shared/tool'
import type { ModelRequest } from '#server/providers/provider'
import { askUser, callAndAnswer } from '../support/providers/canonical-conversation'
import { startVendorServer, type VendorServer } from '../support/providers/vendor-server'
import { wired } from '../support/providers/wired-providers'
import { streamAnswer } from '../support/read-answer'

const add: ToolDefinition = { name: 'math.add', description: 'Adds.', inputSchema: { type: 'object', properties: {} }, annotations: {} }

describe.each(wired)('$id', ({ provider, harness }) => {
  let server: VendorServer
  beforeEach(async () => {
    server = await startVendorServer()
  })
  afterEach(() => server.close())

  async function send(request: Partial<ModelRequest>, profile?: string) {
    server.reply({
      frames: harness.toFrames({ text: ['Hi.'], calls: [], ending: 'stop', usage: { input: 1, cachedInput: 0, output: 1, reasoning: 0 } }),
    })
    const full = { model: harness.model, messages: [askUser('Hello')], tools: [add], ...request }
    const events = await Array.fromAsync(streamAnswer(provider, full, {
      baseUrl: server.origin + harness.basePath, apiKey: 'test-key-0123', ...(profile && { profile }),
    }))
    const warnings = events.flatMap(event => event.type === 'warning' ? event.warning : [])
    return { body: server.requests.at(-1)?.body as Record<string, unknown>, warnings } // the vendor server reads JSON objects
  }

  it('has cases with every setting', () => {
    const named = harness.settings.flatMap(([, settings]) => Object.keys(settings))
    expect(modelSettingsSchema.keyof().options.filter(setting => !named.includes(setting))).toEqual([])
  })

  const cases = harness.settings.map(([model, settings, expected, keywords = [], profile]) => ({
    model, settings, expected, keywords, profile,
  }))
  it.each(cases)('sends $model the settings $settings [F014-A1]', async ({ model, settings, expected, keywords, profile }) => {
    const { body, warnings } = await send({ model, ...settings }, profile)
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
    expect(body).toEqual((await send({ tools: [] })).body)
    expect(warnings).toEqual([])
  })

  it('forces no tool that was left out, and takes it for none when it was the only one', async () => {
    const list: ToolDefinition = { name: 'math.list', description: 'Lists.', inputSchema: { type: 'array' }, annotations: {} }
    const { body, warnings } = await send({ tools: [list, add], toolChoice: { tool: 'math.list' } })
    expect(JSON.stringify(body)).not.toContain('math_list')
    expect(JSON.stringify(body)).not.toContain('math.list')
    expect(warnings).toMatchObject([{ tool: 'math.list', action: 'left-out' }, { keyword: 'toolChoice', action: 'rewritten' }])

    const alone = await send({
      tools: [list], toolChoice: 'required', messages: callAndAnswer({ status: 'ok', content: [], durationMs: 1 }),
    })
    expect(JSON.stringify(alone.body)).not.toMatch(/"(?:any|ANY|required)"/)
    expect(alone.warnings).toMatchObject([{ tool: 'math.list', action: 'left-out' }])
  })

  it('takes an admin\'s word before its own table [F014-A9]', async () => {
    const { warnings } = await send({
      toolChoice: 'required', temperature: 0.4, capabilities: { toolChoices: ['auto'], temperature: 'never' },
    })
    expect(warnings.map(({ keyword }) => keyword)).toEqual(['temperature', 'toolChoice'])
  })
})
