import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { ToolDefinition } from '#shared/tool'
import { providers } from '#server/providers'
import { judgeTools } from '../../scripts/verdicts/judge-tools'
import { readToolCollections } from '../../scripts/verdicts/recorded-tools'
import { describeToolVerdicts, VERDICTS_FILE } from '../../scripts/verdicts/tool-verdicts'
import { askUser } from '../support/providers/canonical-conversation'
import { startVendorServer } from '../support/providers/vendor-server'
import { wired } from '../support/providers/wired-providers'
import { readAnswer } from '../support/read-answer'

const collections = await readToolCollections()

/** Names of several servers clash: each gets its server's name in front, cut where MCP's own limit is. */
const all: readonly ToolDefinition[] = collections.flatMap(({ id, tools }) => tools.map(tool => ({
  ...tool, name: `${id}__${tool.name}`.slice(0, 128),
})))

describe('the recorded tools', () => {
  it('fare at each target as the verdict table says [F019-A10]', async () => {
    // After a change that is meant: `npm run verdicts`, and read the difference.
    expect(await describeToolVerdicts()).toBe(readFileSync(VERDICTS_FILE, 'utf8'))
  })

  it('leave their translation as they came [F019-A10]', () => {
    const before = structuredClone(collections)
    judgeTools(collections, providers.flatMap(({ toolTargets }) => toolTargets))
    expect(collections).toEqual(before)
  })
})

describe.each(wired)('the recorded tools at $id', ({ provider, harness }) => {
  const [usual] = provider.toolTargets

  it('are all taken by its usual target, with a valid schema [F019-A11]', { timeout: 60_000 }, () => {
    const judgements = judgeTools(collections, usual ? [usual] : [])
    expect(judgements).toHaveLength(all.length)
    const ajv = new Ajv2020({ strict: false, validateFormats: false, addUsedSchema: false })
    for (const { tool, translation } of judgements) {
      if (!translation.ok) expect.fail(`${tool.name}: ${translation.reason}`)
      const schema = harness.readSchema(translation.wire)
      expect(() => ajv.compile(schema ?? {}), tool.name).not.toThrow()
      expect(schema, tool.name).toMatchObject({ type: 'object' })
    }
  })

  it('keep names of their own in one request, and none is missing in silence [F019-A12]', async () => {
    const server = await startVendorServer()
    onTestFinished(() => server.close())
    server.reply({
      frames: harness.toFrames({
        text: ['Hello.'], calls: [], ending: 'stop', usage: { input: 1, cachedInput: 0, output: 1, reasoning: 0 },
      }),
    })
    const before = structuredClone(all)
    const events = await readAnswer(provider, { model: harness.model, messages: [askUser('Hello')], tools: all }, {
      baseUrl: server.origin + harness.basePath, apiKey: 'k',
    })

    const names = harness.readTools(server.requests[0]?.body).map(({ name }) => name)
    const leftOut = events.flatMap(event =>
      event.type === 'warning' && event.warning.action === 'left-out' && event.warning.tool !== undefined ? [event.warning.tool] : [])
    expect(new Set(names).size).toBe(names.length)
    expect(names.filter(name => !/^[a-zA-Z_][\w-]{0,63}$/.test(name))).toEqual([])
    expect(names.length + new Set(leftOut).size).toBe(all.length)
    expect(all).toEqual(before)
  })
})
