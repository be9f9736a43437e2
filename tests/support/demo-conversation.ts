import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Message } from '#shared/message'
import type { ToolDefinition } from '#shared/tool'
import type { ToolOutcome } from '#shared/tool-outcome'
import { createDemoProvider } from '#server/providers/demo'
import { pluginFactories } from '#server/tools/plugins'
import { createPluginContext } from '#server/tools/create-plugin-context'
import { createDemoWorkspace } from '#server/tools/demo-workspace/create-demo-workspace'
import { streamAnswer } from './read-answer'
import { createTemporaryFolder } from './temporary-folder'
import { callTool } from './call-tool'

export type Execute = (name: string, input: Readonly<Record<string, unknown>>) => Promise<ToolOutcome>

interface PlayedStep {
  readonly text: string
  readonly calls: readonly { readonly name: string, readonly input: Readonly<Record<string, unknown>> }[]
}

const MAX_STEPS = 12

/** Plays one request to its end, as the run loop does: model, tools, model, until it calls no more. */
export async function playConversation(request: string, { tools, execute, before = [] }: {
  readonly tools: readonly ToolDefinition[]
  readonly execute: Execute
  readonly before?: readonly Message[]
}) {
  const provider = createDemoProvider({ pauseMs: 0 })
  const messages: Message[] = [...before, { role: 'user', content: [{ type: 'text', text: request }] }]
  const steps: PlayedStep[] = []
  while (steps.length < MAX_STEPS) {
    let text = ''
    const calls: { callId: string, name: string, input: Readonly<Record<string, unknown>> }[] = []
    for await (const event of streamAnswer(provider, { model: 'patchbay-demo', messages, tools }, {})) {
      if (event.type === 'text-delta') text += event.text
      if (event.type === 'tool-call' && event.arguments.ok) {
        calls.push({ callId: event.providerCallId ?? '', name: event.name, input: event.arguments.value })
      }
    }
    steps.push({ text, calls: calls.map(({ name, input }) => ({ name, input })) })
    if (calls.length === 0) return { steps, messages, answer: text, calls: steps.flatMap(step => step.calls) }
    messages.push({
      role: 'assistant',
      origin: { adapter: 'demo', endpoint: '', model: 'patchbay-demo' },
      parts: [{ type: 'text', text }, ...calls.map(({ callId, name, input }) => ({
        type: 'tool-call' as const, callId, name, arguments: { ok: true as const, value: input },
      }))],
    })
    const results = await Promise.all(calls.map(async ({ callId, name, input }) => ({ callId, name, outcome: await execute(name, input) })))
    messages.push({ role: 'tool', results })
  }
  throw new Error(`The demo model did not come to an end in ${MAX_STEPS} steps: ${JSON.stringify(steps.map(step => step.calls))}`)
}

/** The built-in tools over a fresh demo workspace. */
export async function createBuiltInTools() {
  const folder = await createTemporaryFolder()
  const databaseDirectory = join(folder, 'databases')
  const workspace = join(folder, 'workspace')
  await mkdir(databaseDirectory)
  await createDemoWorkspace({ workspaceRoot: workspace, databaseDirectory })
  const context = createPluginContext({
    workspaceRoots: [workspace], databaseDirectory, appDirectory: resolve('.'), weatherSource: 'sample',
  })
  const sources = pluginFactories.map(create => create(context))
  const listed = await Promise.all(sources.map(async source => (await source.listTools()).map(tool => ({ source, tool }))))
  const entries = listed.flat()
  const execute: Execute = async (name, input) => {
    const entry = entries.find(({ tool }) => tool.name === name)
    if (!entry) return { status: 'unknown-tool', content: [{ type: 'text', text: 'There is no such tool.' }], durationMs: 0 }
    try {
      const { content, structuredContent } = await callTool(entry.source, name, input)
      return { status: 'ok', content: [...content], durationMs: 1, ...(structuredContent !== undefined && { structuredContent }) }
    }
    catch (error) {
      return { status: 'failed', content: [
        { type: 'text', text: `${name} failed: ${error instanceof Error ? error.message : String(error)}` },
        { type: 'text', text: 'Tell the person.' },
      ], durationMs: 1 }
    }
  }
  return { tools: entries.map(({ tool }) => tool), execute, workspace }
}
