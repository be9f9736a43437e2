import { describe, expect, it } from 'vitest'
import type { ModelEvent } from '#server/providers/provider'
import { findInputIssues } from '../support/find-input-issues'
import type { ToolDefinition } from '#shared/tool'
import { readToolCollections } from '../../scripts/verdicts/recorded-tools'
import { askUser } from '../support/providers/canonical-conversation'
import type { ScriptedAnswer } from '../support/providers/provider-harness'
import type { SchemaNode } from '../support/providers/schema-nodes'
import { startVendorServer } from '../support/providers/vendor-server'
import { wired } from '../support/providers/wired-providers'
import { readAnswer } from '../support/read-answer'
import { sampleArguments } from '../support/sample-arguments'

const collections = await readToolCollections()

const FORMS = wired.flatMap(({ id, provider, harness }) => [
  undefined, ...harness.toolProfiles,
].flatMap(profile => [false, true].map(isStrict => (
  { name: `${id} ${profile ?? ''} ${isStrict ? 'strict' : ''}`, provider, harness, profile, isStrict }
))))

/** A warning about these leaves the arguments as they are. */
const HARMLESS: readonly string[] = ['default', 'description', 'strict']

const KINDS = ['required', 'all', 'null'] as const
const ENDING = {
  text: [], ending: 'tool-calls', usage: { input: 1, cachedInput: 0, output: 1, reasoning: 0 },
} as const satisfies Partial<ScriptedAnswer>

describe.each(FORMS)('$name', ({ provider, harness, profile, isStrict }) => {
  /** What the wire says of each tool, and what the answer's calls come to. */
  async function ask(tools: readonly ToolDefinition[], calls: ScriptedAnswer['calls']) {
    const server = await startVendorServer()
    try {
      server.reply({ frames: harness.toFrames({ ...ENDING, calls }) })
      const strictTools = isStrict ? new Set(tools.map(({ name }) => name)) : undefined
      const connection = { baseUrl: server.origin + harness.basePath, apiKey: 'test-key', profile }
      const events = await readAnswer(provider, { model: harness.model, messages: [askUser('Hello')], tools, strictTools }, connection)
      return { events, wires: harness.readTools(server.requests[0]?.body) }
    }
    finally {
      await server.close()
    }
  }

  it('gives each tool arguments that it takes, when the model writes what the wire asks for [F019-A16]', { timeout: 60_000 }, async () => {
    const refused: string[] = []
    for (const { id, tools } of collections) {
      const { wires, events } = await ask(tools, [])
      const answered = await ask(tools, wires.flatMap(({ name, wire }) => writeCalls(name, harness.readSchema(wire) ?? { type: 'object' })))
      const calls = answered.events.filter(event => event.type === 'tool-call')
      expect(calls.length).toBeGreaterThanOrEqual(tools.length)
      refused.push(...calls.flatMap(call => describeRejection(call, tools, events) ?? []).map(text => `${id}/${text}`))
    }
    expect(refused).toEqual([])
  })
})

/** Calls as a model writes them that holds to the schema it was given. */
function writeCalls(name: string, schema: SchemaNode): ScriptedAnswer['calls'] {
  const samples = KINDS.map(kind => sampleArguments(schema, kind)).filter(given => findInputIssues(schema, given).length === 0)
  return [...new Set(samples.map(given => JSON.stringify(given)))].map((text, index) => ({
    id: `${name.slice(0, 40)}_${index}`, name, fragments: [text],
  }))
}

/** What the gate says against a call; undefined when it lets it through, or when the model was not told enough. */
function describeRejection(
  call: Extract<ModelEvent, { type: 'tool-call' }>, tools: readonly ToolDefinition[], events: readonly ModelEvent[],
): string | undefined {
  const tool = tools.find(({ name }) => name === call.name)
  if (!tool || !call.arguments.ok) return `${call.name}: cannot be read`
  const isLossy = events.some(event => event.type === 'warning'
    && event.warning.tool === call.name
    && !HARMLESS.includes(event.warning.keyword))
  const issues = isLossy ? [] : findInputIssues(tool.inputSchema, call.arguments.value)
  return issues.length === 0 ? undefined : `${call.name}: ${JSON.stringify(call.arguments.value)} ${JSON.stringify(issues[0])}`
}
